// Sets the language. Must be imported before any module that calls t while it is loaded.

import { env, l10n } from 'vscode';
import { speak } from './language';

speak({ code: env.language, words: (l10n.bundle ?? {}) as Record<string, string> });
