import { type DocumentSymbol, type Range, SymbolKind } from 'vscode-languageserver-types';

/** headingsOf are the sections of an outline in the order of the text, with their names. */
export function headingsOf(symbols: readonly DocumentSymbol[]): { name: string; range: Range }[] {
  return symbols.flatMap(({ kind, name, range, children }) =>
    kind === SymbolKind.Field ? [] : [{ name, range }, ...headingsOf(children ?? [])],
  );
}
