import { defineConfig, type Plugin } from 'vite';

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self' data: blob:",
  "img-src 'self' data: blob:",
].join('; ');

/** Only in the built page: the development server adds inline scripts and a web socket of its own. */
function policy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
        injectTo: 'head-prepend',
      },
    ],
  };
}

// an isolated page has a clock of 5 microseconds instead of 100
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  base: './',
  plugins: [policy()],
  server: { headers },
  preview: { headers },
  build: {
    target: 'es2022',
    // the physics engine carries its own WebAssembly as text and is loaded only for the pile
    chunkSizeWarningLimit: 3000,
  },
});
