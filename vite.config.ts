import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const server = `http://127.0.0.1:${process.env.PORT ?? 8787}`;

export default defineConfig({
  root: 'client',
  plugins: [react(), tailwindcss(), VitePWA(installable())],
  define: {
    // The one configured support address; the worker reads the same variable.
    'import.meta.env.VITE_SUPPORT_EMAIL': JSON.stringify(process.env.SUPPORT_EMAIL ?? 'support@porchlight.test'),
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.DEV_PORT ?? 5173),
    proxy: { '/api': { target: server, ws: true } },
    fs: { allow: ['..'] },
  },
});

/** The whole shell is stored on the device, lazy parts and fonts included; nothing under /api ever is. */
function installable(): Parameters<typeof VitePWA>[0] {
  return {
    registerType: 'prompt',
    injectRegister: false,
    workbox: {
      globPatterns: ['**/*.{html,js,css,woff2,svg,png,webmanifest}'],
      navigateFallback: 'index.html',
      navigateFallbackDenylist: [/^\/api\//, /^\/cdn-cgi\//],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      cleanupOutdatedCaches: true,
    },
    manifest: {
      name: 'Porchlight',
      short_name: 'Porchlight',
      description: "A homeowners' association app that keeps working when the clubhouse has no signal.",
      id: '/',
      start_url: '/',
      display: 'standalone',
      background_color: '#fbfaf8',
      theme_color: '#1d5b4b',
      icons: [
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
  };
}
