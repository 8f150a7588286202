// Imported before all that speaks.

import { env, l10n } from 'vscode';
import { speak } from './language';

speak({ code: env.language, words: (l10n.bundle ?? {}) as Record<string, string> });
