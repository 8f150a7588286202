// The settings that can be tried in the curve's panel, as package.json declares them.

import { t } from './language';
import type { Control } from './messages';

/** A setting as package.json contributes it; a test compares it with the server's declaration. */
interface Contribution {
  type: string | string[];
  minimum?: number;
  maximum?: number;
  enum?: string[];
}

/** The contributed settings, by name. */
export type Contributed = Record<string, Contribution>;

// Sliders cover what makes sense for prose; the settings allow more.
const tried: { name: string; label: string; reach?: [min: number, max: number] }[] = [
  { name: 'preferred-words', label: t('Preferred length'), reach: [50, 2000] },
  { name: 'scaling', label: t('Weight of length'), reach: [0, 2] },
  { name: 'cost', label: t('Cost') },
  { name: 'method', label: t('Method') },
];

/** controlsOf are the controls for those of the contributed settings that can be tried. */
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
