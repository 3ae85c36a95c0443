import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readOptions, readProductTypes } from '../../scripts/reference/read-options.ts'
import { findFreePort } from '../../scripts/find-free-port.ts'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { createSnippets } from '../../site/playground/snippets.ts'
import { expect, test } from '../fixtures.ts'
import { createConsumer } from './consumer.ts'

/** True in the long run. Each framework is installed from the registry, which takes minutes. */
const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
/** Limit for a server that does not start. */
const START_LIMIT_MS = 60_000

/** A new project of a framework, without the code that the playground prints for it. */
interface Project {
  readonly install: readonly string[]
  readonly files: Readonly<Record<string, string>>
  readonly build: readonly string[]
  /** Arguments of the server; a program of the project, or one that Node runs. */
  readonly serve: (port: string) => readonly string[]
}

const VITE = 'vite@8.4.0'
const SVELTE = ['svelte@5.57.3', '@sveltejs/vite-plugin-svelte@7.3.1', VITE]
const PAGE = (script: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><div id="app"></div><script type="module" src="${script}"></script>`
const preview = (port: string) => ['vite', 'preview', '--port', port, '--strictPort']
const viteConfig = (name: string, plugin: string) =>
  `import ${name} from '${plugin}'\nexport default { plugins: [${name.replace(/[{} ]/g, '')}()] }`

const PROJECTS: Readonly<Record<string, Project>> = {
  React: {
    install: ['react@19.3.1', 'react-dom@19.3.1', '@vitejs/plugin-react@6.3.0', VITE],
    files: {
      'index.html': PAGE('/src/main.tsx'),
      'src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport { Chat } from './chat'\ncreateRoot(document.querySelector('#app')).render(<Chat />)`,
      'vite.config.js': viteConfig('react', '@vitejs/plugin-react'),
    },
    build: ['vite', 'build'],
    serve: preview,
  },
  Next: {
    install: [
      'next@16.4.6',
      'react@19.3.1',
      'react-dom@19.3.1',
      'typescript@6.0.3',
      '@types/react@19.3.0',
      '@types/node@26.6.6',
    ],
    files: { 'app/page.tsx': 'export default function Page() { return <h1>Shop</h1> }' },
    build: ['next', 'build'],
    serve: (port) => ['next', 'start', '--port', port],
  },
  Vue: {
    install: ['vue@3.5.45', '@vitejs/plugin-vue@6.0.11', VITE],
    files: {
      'index.html': PAGE('/src/main.js'),
      'src/main.js': `import { createApp } from 'vue'\nimport App from './App.vue'\ncreateApp(App).mount('#app')`,
      'vite.config.js': viteConfig('vue', '@vitejs/plugin-vue'),
    },
    build: ['vite', 'build'],
    serve: preview,
  },
  Nuxt: {
    install: ['nuxt@4.5.2', 'vue@3.5.45'],
    files: {
      'nuxt.config.ts': `export default defineNuxtConfig({ compatibilityDate: '2026-11-01', telemetry: false })`,
      'app/app.vue': '<template><h1>Shop</h1></template>',
    },
    build: ['nuxt', 'build'],
    serve: () => [process.execPath, '.output/server/index.mjs'],
  },
  Svelte: {
    install: SVELTE,
    files: {
      'index.html': PAGE('/src/main.js'),
      'src/main.js': `import { mount } from 'svelte'\nimport App from './App.svelte'\nmount(App, { target: document.querySelector('#app') })`,
      'vite.config.js': viteConfig('{ svelte }', '@sveltejs/vite-plugin-svelte'),
    },
    build: ['vite', 'build'],
    serve: preview,
  },
  SvelteKit: {
    install: [...SVELTE, '@sveltejs/kit@3.2.0', '@sveltejs/adapter-node@6.0.1'],
    files: {
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>',
      'src/routes/+page.svelte': '<h1>Shop</h1>',
      'vite.config.js': `import adapter from '@sveltejs/adapter-node'\nimport { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit({ adapter: adapter() })] }`,
    },
    build: ['vite', 'build'],
    serve: () => [process.execPath, 'build/index.js'],
  },
  Angular: {
    install: [
      ...['core', 'common', 'compiler', 'compiler-cli', 'platform-browser'].map(
        (name) => `@angular/${name}@22.2.6`,
      ),
      '@angular/build@22.2.7',
      '@angular/cli@22.2.7',
      'rxjs@7.8.2',
      'tslib@2.9.1',
      'typescript@6.0.3',
      VITE,
    ],
    files: {
      'src/index.html':
        '<!doctype html><html lang="en"><head><base href="/"><title>Shop</title></head><body><app-root></app-root></body></html>',
      'src/main.ts': `import { bootstrapApplication } from '@angular/platform-browser'\nimport { App } from './app/app'\nvoid bootstrapApplication(App)`,
      'src/app/app.ts': `import { Component } from '@angular/core'\nimport { Chat } from './chat'\n@Component({ selector: 'app-root', imports: [Chat], template: '<h1>Shop</h1><app-chat />' })\nexport class App {}`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'ES2022',
          module: 'preserve',
          skipLibCheck: false,
        },
        files: ['src/main.ts'],
      }),
      'angular.json': JSON.stringify({
        version: 1,
        cli: { analytics: false },
        projects: {
          shop: {
            projectType: 'application',
            root: '',
            sourceRoot: 'src',
            architect: {
              build: {
                builder: '@angular/build:application',
                options: {
                  browser: 'src/main.ts',
                  index: 'src/index.html',
                  tsConfig: 'tsconfig.json',
                  outputPath: { base: 'dist', browser: '' },
                },
              },
            },
          },
        },
      }),
    },
    build: ['ng', 'build'],
    serve: preview,
  },
}

const options = readOptions(readProductTypes(REPOSITORY_ROOT))
const GREETING = 'Which book is it?'

const printFor = (name: string, origin: string) =>
  createSnippets({ 'startScreen.greeting': GREETING }, options, origin).find(
    (snippet) => snippet.name === name,
  )!

test('every framework of the playground has a project for its code (D04, D19)', () => {
  const frameworks = createSnippets({}, options, 'http://localhost').filter(
    ({ group }) => group === 'Frameworks',
  )

  expect(frameworks.map(({ name }) => name).toSorted()).toEqual(Object.keys(PROJECTS).toSorted())
})

for (const [name, project] of IS_LONG ? Object.entries(PROJECTS) : []) {
  test(`the printed code gives a page of ${name} its chat (D04, D10) @long`, async ({
    page,
    chat,
    alcove,
  }) => {
    const { file, code } = printFor(name, `http://localhost:${alcove.port}`)
    const consumer = await createConsumer()
    await consumer.install(project.install)
    await consumer.write({ ...project.files, [file!]: code })
    const [program = '', ...args] = project.build
    await consumer.run(program, ...args)

    const port = String(await findFreePort())
    const [server = '', ...given] = project.serve(port)
    const running = spawn(consumer.programOf(server), given, {
      cwd: consumer.folder,
      env: { ...consumer.env, PORT: port, HOST: 'localhost' },
      stdio: 'ignore',
    })
    const address = `http://localhost:${port}/`
    const answers = () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(answers, { timeout: START_LIMIT_MS }).toBe(true)
    await page.goto(address)

    await chat.open()
    await expect(chat.frame.getByRole('heading', { name: GREETING })).toBeVisible()
    await chat.send('say From a bundle')
    await expect(chat.answer).toContainText('From a bundle')
    await expect(page.locator('alcove-root')).toHaveCount(1)

    const ended = once(running, 'exit')
    running.kill()
    await ended
    await consumer.stop()
  })
}
