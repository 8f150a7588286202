// Writes the shapes of the Language Server Protocol as JSON:
//
//     npm ci && npm run generate
//
// The package vscode-languageserver-protocol declares every message of the
// protocol in TypeScript but does not ship the meta model that the
// specification publishes. This script reads the declarations through the
// TypeScript compiler and writes a model in much the vocabulary of the
// published one: names and shapes, none of the prose.
//
// Two things cannot be read from declarations and come from the package as it
// runs: the direction of a message, and constants declared without a value.
//
// The output is sorted by name and carries no date, so that the same versions
// of the packages always give the same bytes.

import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const entry = require.resolve('vscode-languageserver-protocol').replace(/\.js$/, '.d.ts');
const runtime = require('vscode-languageserver-protocol');
const version = JSON.parse(readFileSync(path.join(entry, '../../../package.json'), 'utf8')).version;

// Names that the protocol treats as primitive although TypeScript sees aliases.
const BASE = new Set(['integer', 'uinteger', 'decimal', 'DocumentUri', 'URI', 'LSPAny', 'LSPObject']);

// Messages that the declarations leave to the transport.
const TRANSPORT = [
  { method: '$/cancelRequest', direction: 'both', params: 'CancelParams' },
  { method: '$/logTrace', direction: 'serverToClient', params: 'LogTraceParams' },
  { method: '$/progress', direction: 'both', params: 'ProgressParams' },
  { method: '$/setTrace', direction: 'clientToServer', params: 'SetTraceParams' },
];

// Two of their parameters are not declared in the exports.
const TRANSPORT_STRUCTURES = {
  CancelParams: { name: 'CancelParams', properties: [{ name: 'id', type: or([base('integer'), base('string')]) }] },
  ProgressParams: {
    name: 'ProgressParams',
    properties: [
      { name: 'token', type: reference('ProgressToken') },
      { name: 'value', type: base('LSPAny') },
    ],
  },
};

// Types that no message refers to by name: they occur in properties of any type, or are numbers and names
// listed in the specification.
const UNREFERENCED = [
  'ProgressToken', 'SetTraceParams', 'LogTraceParams',
  'WorkDoneProgressBegin', 'WorkDoneProgressReport', 'WorkDoneProgressEnd',
  'SemanticTokenTypes', 'SemanticTokenModifiers',
];
const ERROR_CODES = ['ErrorCodes', 'LSPErrorCodes'];

const program = ts.createProgram([entry], {
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  target: ts.ScriptTarget.ES2022,
  strict: true,
});
const checker = program.getTypeChecker();

const model = { requests: [], notifications: [], registrations: [], structures: [], enumerations: [], typeAliases: [] };
const described = new Set();
const waiting = [];

// ---- The types of the model.

function base(name) { return { kind: 'base', name }; }
function reference(name) { return { kind: 'reference', name }; }

function or(items) {
  const flat = items.flatMap((item) => (item.kind === 'or' ? item.items : [item]));
  const distinct = new Map(flat.map((item) => [JSON.stringify(item), item]));
  return distinct.size === 1 ? flat[0] : { kind: 'or', items: [...distinct.values()] };
}

function literal(value) {
  if (typeof value !== 'string') throw new Error(`no literal type for ${value}`);
  return { kind: 'stringLiteral', value };
}

// ---- Converts TypeScript's types to the model's.

function typeOf(node) {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword: return base('string');
    case ts.SyntaxKind.BooleanKeyword: return base('boolean');
    // In the declarations, number instead of integer occurs only for tokens and IDs, which the specification
    // limits to integers.
    case ts.SyntaxKind.NumberKeyword: return base('integer');
    case ts.SyntaxKind.AnyKeyword: return base('LSPAny');
    case ts.SyntaxKind.ObjectKeyword: return base('LSPObject');
    // A request that returns nothing is answered with null.
    case ts.SyntaxKind.VoidKeyword: return base('null');
    case ts.SyntaxKind.ArrayType: return { kind: 'array', element: typeOf(node.elementType) };
    case ts.SyntaxKind.TupleType: return { kind: 'tuple', items: node.elements.map(typeOf) };
    case ts.SyntaxKind.ParenthesizedType: return typeOf(node.type);
    case ts.SyntaxKind.UnionType:
      return or(node.types.filter((t) => t.kind !== ts.SyntaxKind.UndefinedKeyword).map(typeOf));
    case ts.SyntaxKind.LiteralType:
      return node.literal.kind === ts.SyntaxKind.NullKeyword ? base('null') : literal(constant(node));
    case ts.SyntaxKind.TypeQuery: return literal(constant(node));
    case ts.SyntaxKind.TypeLiteral: return typeOfLiteral(node);
    case ts.SyntaxKind.TypeReference: return typeOfReference(node);
  }
  throw new Error(`no model for ${ts.SyntaxKind[node.kind]}: ${node.getText()}`);
}

// typeOfLiteral distinguishes a map from an anonymous structure.
function typeOfLiteral(node) {
  const [only] = node.members;
  if (node.members.length === 1 && ts.isIndexSignatureDeclaration(only)) {
    return { kind: 'map', key: typeOf(only.parameters[0].type), element: typeOf(only.type) };
  }
  return { kind: 'literal', structure: members(node.members) };
}

function typeOfReference(node) {
  const symbol = resolve(node.typeName);
  const [declaration] = symbol.declarations;
  if (ts.isTypeParameterDeclaration(declaration)) return base('LSPAny');
  if (BASE.has(symbol.name)) return base(symbol.name);
  return referTo(symbol);
}

function referTo(symbol) {
  if (!described.has(symbol.name)) {
    described.add(symbol.name);
    waiting.push(symbol);
  }
  return reference(symbol.name);
}

// resolve follows imports to the declared symbol.
function resolve(name) {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

// constant returns the value of a literal type, undefined for any other type.
function constant(node) {
  const type = checker.getTypeAtLocation(node);
  return type.isLiteral() ? type.value : undefined;
}

function members(nodes) {
  const result = { properties: [] };
  for (const node of nodes) {
    if (ts.isIndexSignatureDeclaration(node)) {
      result.additionalProperties = typeOf(node.type);
    } else {
      result.properties.push({
        name: node.name.text,
        type: typeOf(node.type),
        ...(node.questionToken && { optional: true }),
      });
    }
  }
  return result;
}

// ---- Named types.

function describe(symbol) {
  const declarations = symbol.declarations;
  const interfaces = declarations.filter(ts.isInterfaceDeclaration);
  const alias = declarations.find(ts.isTypeAliasDeclaration);
  const enumeration = declarations.find(ts.isEnumDeclaration);
  if (interfaces.length > 0) {
    describeInterface(symbol.name, interfaces);
  } else if (enumeration) {
    const values = enumeration.members.map((m) => ({ name: m.name.text, value: checker.getConstantValue(m) }));
    // The two TypeScript enums list the predefined names; a legend may announce others.
    addEnumeration(symbol.name, 'string', values, true);
  } else if (alias) {
    describeAlias(symbol, alias);
  } else {
    throw new Error(`no model for ${symbol.name}`);
  }
}

function describeInterface(name, interfaces) {
  const parents = interfaces.flatMap((i) => i.heritageClauses ?? []).flatMap((clause) => clause.types)
    .map((parent) => referTo(resolve(parent.expression)));
  model.structures.push({
    name,
    ...(parents.length > 0 && { extends: parents }),
    ...members(interfaces.flatMap((i) => [...i.members])),
  });
}

function describeAlias(symbol, alias) {
  const { name } = symbol;
  const values = constantsOf(symbol);
  const parts = ts.isUnionTypeNode(alias.type) ? [...alias.type.types] : [alias.type];
  if (parts.every((part) => ts.isLiteralTypeNode(part) && constant(part) !== undefined)) {
    describeClosed(name, parts.map(constant), values);
  } else if (values.length > 0) {
    addEnumeration(name, typeOf(alias.type).name, values, true);
  } else if (ts.isTypeLiteralNode(alias.type)) {
    model.structures.push({ name, ...members(alias.type.members) });
  } else if (ts.isIntersectionTypeNode(alias.type)) {
    const own = alias.type.types.filter(ts.isTypeLiteralNode).flatMap((t) => [...t.members]);
    const parents = alias.type.types.filter(ts.isTypeReferenceNode).map(typeOfReference);
    model.structures.push({ name, extends: parents, ...members(own) });
  } else {
    model.typeAliases.push({ name, type: typeOf(alias.type) });
  }
}

// describeClosed adds an enumeration that allows only the listed values.
function describeClosed(name, allowed, named) {
  const names = new Map(named.map((v) => [v.value, v.name]));
  const values = allowed.map((value) => ({ name: names.get(value) ?? String(value), value }));
  const type = typeof allowed[0] === 'string' ? 'string' : allowed.every((v) => v >= 0) ? 'uinteger' : 'integer';
  addEnumeration(name, type, values, false);
}

function addEnumeration(name, type, values, custom) {
  model.enumerations.push({ name, type: base(type), values, ...(custom && { supportsCustomValues: true }) });
}

// constantsOf returns the constants in the namespace with the name of a type.
function constantsOf(symbol) {
  const constants = [];
  for (const member of symbol.exports?.values() ?? []) {
    const declaration = member.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration)) continue;
    const value = constant(declaration) ?? runtime[symbol.name]?.[member.name];
    constants.push({ name: member.name.replace(/^\$/, ''), value });
  }
  return constants;
}

// ---- Messages.

// The order of the type arguments of each class of messages.
const ARGUMENTS = {
  ProtocolRequestType: ['params', 'result', 'partialResult', 'errorData', 'registrationOptions'],
  ProtocolRequestType0: ['result', 'partialResult', 'errorData', 'registrationOptions'],
  ProtocolNotificationType: ['params', 'registrationOptions'],
  ProtocolNotificationType0: ['registrationOptions'],
  RegistrationType: ['registrationOptions'],
};

function describeMessage(symbol) {
  const has = (name) => symbol.exports?.get(name)?.valueDeclaration;
  const type = has('type')?.type;
  if (!has('method') || !type || !ts.isTypeReferenceNode(type)) return;
  const class_ = type.typeName.text;
  const direction = runtime[symbol.name].messageDirection;
  const message = { method: constant(has('method')), ...(direction && { messageDirection: direction }) };
  ARGUMENTS[class_].forEach((role, i) => {
    const argument = type.typeArguments[i];
    const absent = argument.kind === ts.SyntaxKind.NeverKeyword || argument.kind === ts.SyntaxKind.VoidKeyword;
    if (role === 'result' || !absent) message[role] = typeOf(argument);
  });
  if (has('registrationMethod')) message.registrationMethod = constant(has('registrationMethod'));
  const [client, server] = has('capabilities')?.type.typeArguments ?? [];
  if (client && constant(client)) message.clientCapability = constant(client);
  if (server && constant(server)) message.serverCapability = constant(server);
  const list = { Request: model.requests, Notificat: model.notifications, Registrat: model.registrations };
  const kind = Object.keys(list).find((k) => class_.replace('Protocol', '').startsWith(k));
  list[kind].push(message);
}

const exported = new Map(
  checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
    .map((s) => (s.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(s) : s))
    .map((s) => [s.name, s]),
);
exported.forEach(describeMessage);
for (const { method, direction, params } of TRANSPORT) {
  model.notifications.push({ method, messageDirection: direction, params: reference(params) });
}
for (const structure of Object.values(TRANSPORT_STRUCTURES)) {
  described.add(structure.name);
  model.structures.push(structure);
}
UNREFERENCED.forEach((name) => referTo(exported.get(name)));
while (waiting.length > 0) describe(waiting.shift());
for (const name of ERROR_CODES) {
  // The bounds of the reserved ranges are not error codes.
  const codes = constantsOf(exported.get(name)).filter(({ name }) => !/Range(Start|End)$|^serverError/.test(name));
  addEnumeration(name, 'integer', codes, true);
}

// ---- Writes one line for each element, so that new versions have readable diffs.

const by = (key) => (a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0);
const lines = (things) => `[\n${things.map((thing) => JSON.stringify(thing)).join(',\n')}\n]`;
const parts = Object.entries(model).map(
  ([part, things]) => `${JSON.stringify(part)}: ${lines(things.sort(by(things[0].method ? 'method' : 'name')))}`,
);
const metaData = { version: version.split('.').slice(0, 2).join('.'), package: `vscode-languageserver-protocol ${version}` };
const text = `{\n"metaData": ${JSON.stringify(metaData)},\n${parts.join(',\n')}\n}\n`;
writeFileSync(process.argv[2], text);
console.log(Object.entries(model).map(([part, things]) => `${things.length} ${part}`).join(', '));
