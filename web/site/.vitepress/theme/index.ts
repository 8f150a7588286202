import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { onMounted, watchPostEffect } from 'vue';
import './style.css';

export default {
  extends: DefaultTheme,
  setup() {
    const { frontmatter } = useData();
    // The theme has a main landmark only on documents.
    onMounted(() =>
      watchPostEffect(() => {
        const isBare = ['home', 'page'].includes(frontmatter.value.layout);
        document.getElementById('VPContent')?.[isBare ? 'setAttribute' : 'removeAttribute']('role', 'main');
      }),
    );
  },
  enhanceApp() {
    if (import.meta.env.PROD && !import.meta.env.SSR && 'serviceWorker' in navigator) {
      void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
    }
  },
};
