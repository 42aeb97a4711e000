import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appFiles } from './local/app-files.ts';
import { chunkFileName, clientChunks, firstLoadsFile, preloadedFiles } from './local/client-chunks.ts';
import { PDF_FONTS } from './local/pdf-fonts.ts';
import { ASSET_CACHING, FILE_HEADERS } from './worker/http/headers.ts';
import { openApiDocument } from './worker/openapi/document.ts';

/** A hash of the client's sources: the same for the same sources, wherever they are built. */
const BUILD = buildName();

const stored = appFiles();

const server = `http://127.0.0.1:${process.env.PORT ?? 8787}`;

export default defineConfig({
  root: 'client',
  plugins: [
    stylesAsFiles(),
    headersFile(),
    openApiFile(),
    fontFiles(),
    sourceMapsBeside(),
    firstLoadsFile(),
    stored.plugin,
    react(),
    tailwindcss(),
    VitePWA(installable()),
  ],
  define: {
    'import.meta.env.VITE_BUILD': JSON.stringify(BUILD),
    // The one configured support address; the worker reads the same variable.
    'import.meta.env.VITE_SUPPORT_EMAIL': JSON.stringify(process.env.SUPPORT_EMAIL ?? 'support@porchlight.test'),
  },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // For reading the errors that browsers report; see sourceMapsBeside.
    sourcemap: 'hidden',
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Every browser of cssTarget knows modulepreload.
    modulePreload: { polyfill: false, resolveDependencies: preloadedFiles },
    rolldownOptions: { output: { codeSplitting: clientChunks(), chunkFileNames: chunkFileName } },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.DEV_PORT ?? 5173),
    proxy: { '^/api/': { target: server, ws: true } },
    fs: { allow: ['..'] },
  },
});

/** sonner puts its styles into the page from its script, which the Content-Security-Policy forbids. They lie beside it
 * as a file, too. */
function stylesAsFiles(): Plugin {
  const inserted = /^__insertCSS\(".*"\);?$/m;
  const handler = (code: string) => {
    if (!inserted.test(code)) throw new Error('sonner no longer inserts its styles as it did');
    return { code: code.replace(inserted, "import './styles.css';"), map: null };
  };
  return { name: 'styles-as-files', transform: { filter: { id: /\/sonner\/dist\/index\.mjs$/ }, handler } };
}

/** The headers of the files of the build; the worker itself answers with the app's page. */
function headersFile(): Plugin {
  const rule = (path: string, headers: Record<string, string>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
  const source = `${rule('/*', FILE_HEADERS)}\n${rule('/assets/*', ASSET_CACHING)}`;
  return {
    name: 'headers-file',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source });
    },
  };
}

/** The document that the worker serves at /api/openapi.json. */
function openApiFile(): Plugin {
  return {
    name: 'openapi-file',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(openApiDocument()) });
    },
  };
}

function fontFiles(): Plugin {
  return {
    name: 'font-files',
    apply: 'build',
    generateBundle() {
      for (const [fileName, path] of Object.entries(PDF_FONTS))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
    },
  };
}

/** The source maps lie in dist/source-maps, by build: what is under dist/client is served to everybody. */
function sourceMapsBeside(): Plugin {
  const folder = join(import.meta.dirname, 'dist', 'source-maps', BUILD);
  return {
    name: 'source-maps-beside',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          if (!name.endsWith('.map') || file.type !== 'asset') continue;
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), file.source);
          delete bundle[name];
        }
      },
    },
  };
}

function buildName(): string {
  const hash = createHash('sha256');
  for (const folder of ['client', 'sync', 'schema'])
    for (const name of readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.\w+$/.test(name)) hash.update(name).update(readFileSync(join(import.meta.dirname, folder, name)));
  return hash
    .update(readFileSync(join(import.meta.dirname, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12);
}

/** The service worker stores the app on the device, by role; nothing under /api ever is. */
function installable(): Parameters<typeof VitePWA>[0] {
  return {
    registerType: 'prompt',
    injectRegister: false,
    strategies: 'injectManifest',
    srcDir: 'service-worker',
    filename: 'sw.ts',
    // They are among the files.
    includeManifestIcons: false,
    minify: true,
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,woff2,svg,png,webmanifest}'],
      // pdf*.js reads PDFs that are uploaded, for which there is a connection.
      globIgnores: ['**/pdf*.js', 'push.js', 'direct.js'],
      manifestTransforms: [async (files) => ({ manifest: stored.place(files), warnings: [] })],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      sourcemap: false,
      target: 'es2023',
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
