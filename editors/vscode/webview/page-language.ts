// Imported before all that speaks: the extension has put the language into the page.

import { type Language, speak } from '../src/language';

speak(JSON.parse(document.getElementById('language')!.textContent!) as Language);
