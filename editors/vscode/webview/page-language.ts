// Sets the page's language. Must be imported before any module that calls t while it is loaded.

import { type Language, speak } from '../src/language';

speak(JSON.parse(document.getElementById('language')!.textContent!) as Language);
