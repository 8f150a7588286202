// The settings that can be tried in the curve's panel, read from package.json.

import { t } from './language';
import type { Control } from './messages';

/** A setting in package.json. A test compares it with the server's declaration. */
interface Contribution {
  type: string | string[];
  minimum?: number;
  maximum?: number;
  enum?: string[];
}

/** The settings in package.json, by name. */
export type Contributed = Record<string, Contribution>;

// The sliders cover useful values for prose. The settings allow more.
const tried: { name: string; label: string; reach?: [min: number, max: number] }[] = [
  { name: 'preferred-words', label: t('Preferred length'), reach: [50, 2000] },
  { name: 'scaling', label: t('Weight of length'), reach: [0, 2] },
  { name: 'cost', label: t('Cost') },
  { name: 'method', label: t('Method') },
];

/** controlsOf returns the controls for the settings that can be tried. */
export function controlsOf(contributed: Contributed): Control[] {
  return tried.flatMap(({ name, label, reach }): Control[] => {
    const setting = contributed[`segls.${camelCase(name)}`];
    if (setting?.enum !== undefined) {
      return [{ name, label, kind: 'choice', choices: setting.enum }];
    }
    if (setting === undefined || reach === undefined) {
      return [];
    }
    const min = Math.max(reach[0], setting.minimum ?? reach[0]);
    const max = Math.min(reach[1], setting.maximum ?? reach[1]);
    return [
      { name, label, kind: 'number', min, max, whole: [setting.type].flat().includes('integer') },
    ];
  });
}

/** camelCase turns preferred-words into preferredWords. */
export function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
