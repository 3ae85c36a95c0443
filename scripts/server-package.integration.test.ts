import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findImportedPackages } from './imported-packages.ts'
import { findFreePort } from './find-free-port.ts'
import { listen } from './listen.ts'
import { machineNode, readMachineNodeVersion } from './machine-node.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runNode } from './run-command.ts'
import { START_LIMIT_MS } from './test-limits.ts'
import {
  createOwnersFolder,
  installPackage,
  type InstalledPackage,
} from './server-package.test-support.ts'

const EXAMPLE = 'alcove.config.example.ts'

/** Even root cannot create a file there. */
const READ_ONLY_FOLDER = '/sys'

let installed: InstalledPackage
beforeAll(async () => {
  installed = await installPackage()
})
afterAll(() => rmSync(dirname(dirname(installed.folder)), { recursive: true, force: true }))

function createFolder() {
  const owner = createOwnersFolder(installed)
  onTestFinished(() => rmSync(owner.folder, { recursive: true, force: true }))
  return owner
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
    readonly devDependencies?: unknown
  }

test('the package has JavaScript, and the packages that it imports with exact versions', () => {
  const files = readdirSync(installed.folder, { recursive: true, encoding: 'utf8' })
  expect(files.filter((path) => /\.tsx?$/.test(path) && path !== 'index.d.ts')).toEqual([EXAMPLE])
  expect(files.filter((path) => /\.(test|spec)\./.test(path))).toEqual([])

  const { dependencies, devDependencies } = manifestOf(installed.folder)
  const imported = findImportedPackages(REPOSITORY_ROOT, ['server/main.ts', 'server/cli/main.ts'])
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(imported))
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(devDependencies).toBeUndefined()
  for (const tool of ['vite', 'react', 'vitest', 'tsc', 'oxlint']) {
    expect(dependencies).not.toHaveProperty(tool)
  }
})

test('its example of a configuration works as it is, and its root page names only what the package has', async () => {
  const owner = createFolder()
  owner.write('alcove.config.ts', readFileSync(join(installed.folder, EXAMPLE), 'utf8'))
  const server = await owner.start()

  const html = await (await fetch(server.origin)).text()
  const pages = [...html.matchAll(/<code>(docs\/[\w-]+\.md)<\/code>/g)].map(([, path = '']) => path)
  expect(pages).toContain('docs/operating.md')
  expect(pages.filter((path) => !existsSync(join(installed.folder, path)))).toEqual([])
  expect(html).toContain('npx alcove-server doctor')
  expect(html).not.toMatch(/npm run|npx alcove /)
  const doctor = await owner.run(['doctor', '--page', 'http://localhost:3000'])
  expect(doctor.out).toContain('may show the chat')
  expect(await server.stop()).toBe(0)
})

test('its help lists the same commands as the clone’s, by its own name', async () => {
  const options = { root: REPOSITORY_ROOT, limitMs: START_LIMIT_MS }
  const { output } = await runNode(['server/cli/main.ts', 'help'], options)
  const { code, out } = await createFolder().run(['help'])

  expect(code).toBe(0)
  expect(output).toContain('npm run alcove -- <command>')
  expect(output).toContain('  backup')
  expect(out).toBe(output.replaceAll('npm run alcove --', 'npx alcove-server'))
  expect(out).not.toContain('npm run')
})

test('starts in an empty folder, keeps all that is its owner’s there, and stops at SIGTERM', async () => {
  const owner = createFolder()
  const server = await owner.start()

  expect(readdirSync(owner.folder)).toEqual(['data'])
  for (const path of ['/', '/alcove.js', '/frame', '/help']) {
    expect([path, (await fetch(server.origin + path)).status]).toEqual([path, 200])
  }
  const projects = await owner.run(['project', 'list', '--json'])
  expect(JSON.parse(projects.out)).toMatchObject([{ id: 'default' }])
  expect(await server.stop()).toBe(0)
})

test.each([
  ['alcove.config.ts', 'const label: string = "Ask Pip"'],
  ['alcove.config.js', 'const label = "Ask Pip"'],
])(
  'reads .env and %s of the folder, which imports its types without an install',
  async (file, line) => {
    const owner = createFolder()
    owner.write(
      file,
      `import { defineConfig } from 'alcove-server'\n${line}\nexport default defineConfig({ projects: { default: { look: { launcher: { label } } } } })\n`,
    )
    owner.write('.env', 'ALCOVE_DATA_DIR=kept\n')
    // `npm init` writes this.
    owner.write('package.json', '{ "type": "commonjs" }')
    const server = await owner.start()

    const loader = await fetch(`${server.origin}/p/default/alcove.js`)
    expect(await loader.text()).toContain('Ask Pip')
    expect(existsSync(join(owner.folder, 'kept'))).toBe(true)
    expect(existsSync(join(owner.folder, 'data'))).toBe(false)
    expect(server.output()).not.toContain('Warning')
  },
)

test('an editor knows the keys of the configuration', async () => {
  const owner = createFolder()
  symlinkSync(dirname(installed.folder), join(owner.folder, 'node_modules'))
  const check = (block: string) => {
    const source = `import { createInterrupt, defineConfig, imageFile } from 'alcove-server'\nexport const more = [createInterrupt, imageFile]\nexport default defineConfig({ projects: { default: ${block} } })\n`
    owner.write('alcove.config.ts', source)
    const compiler = join(REPOSITORY_ROOT, 'node_modules/tsc/bin/tsc')
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', 'false']
    const types = ['--typeRoots', join(REPOSITORY_ROOT, 'node_modules/@types'), '--types', 'node']
    owner.write('package.json', '{ "type": "module" }')
    return spawnSync(process.execPath, [compiler, ...flags, ...types, 'alcove.config.ts'], {
      cwd: owner.folder,
      encoding: 'utf8',
    }).stdout
  }

  expect(check('{ look: { name: "Pip" } }')).toBe('')
  expect(check('{ look: { nam: "Pip" } }')).toContain("'nam' does not exist in type")
})

test.each<[string, string, string]>([
  [
    'whose import is absent',
    "import 'left-pad'\nexport default {}",
    'alcove.config.ts: the package "left-pad" that it imports is not installed. Run npm install left-pad in <folder>.\n',
  ],
  [
    'with an unknown key',
    'export default { projects: { default: { host: [] } } }',
    'alcove.config.ts: projects.default: unknown key "host"; did you mean "hosts"?\n',
  ],
])('a configuration %s ends the start with a sentence', async (_, source, sentence) => {
  const owner = createFolder()
  owner.write('alcove.config.ts', source)

  const { code, out, err } = await owner.run(['start'], { PORT: String(await findFreePort()) })

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err.replace(owner.folder, '<folder>')).toBe(sentence)
})

test('two configurations end the start with a sentence', async () => {
  const owner = createFolder()
  owner.write('alcove.config.ts', 'export default { projects: {} }')
  owner.write('alcove.config.js', 'export default { projects: {} }')

  const { code, err } = await owner.run(['start'], { PORT: String(await findFreePort()) })

  expect(code).toBe(1)
  expect(err).toContain('alcove.config.ts and alcove.config.js are both in')
})

test('a folder that cannot be written ends the start with a sentence', async () => {
  const env = { ALCOVE_DATA_DIR: READ_ONLY_FOLDER, PORT: String(await findFreePort()) }

  const { code, err } = await createFolder().run(['start'], env)

  expect(code).toBe(1)
  expect(err).toMatch(/^The data folder \/sys cannot be written \(\w+\): let the user .+\.\n$/)
})

test('a taken port ends the start with a sentence, before a Node is fetched', async () => {
  const owner = createFolder()
  const port = await findFreePort()
  const other = createServer()
  await listen(other, port, '127.0.0.1', 'PORT')
  onTestFinished(() => void other.close())
  owner.write('.env', `PORT=${port}\n`)

  const { code, out, err } = await owner.run(['start'], { XDG_CACHE_HOME: join(owner.folder, 'c') })

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe(`Port ${port} is in use: stop what uses it, or set PORT to another port.\n`)
  expect(readdirSync(owner.folder)).toEqual(['.env'])
})

test('without a registry, a machine with an older Node gets a sentence', async ({ skip }) => {
  if (Number.parseInt(readMachineNodeVersion(), 10) >= 24) skip('this machine needs no other Node')
  const owner = createFolder()
  const pin = join(installed.folder, 'node/package.json')
  const real = readFileSync(pin)
  writeFileSync(pin, '{ "config": { "pausesSeconds": [], "silenceSeconds": 1 } }')
  onTestFinished(() => writeFileSync(pin, real))
  const registry = `http://127.0.0.1:${await findFreePort()}/`
  const env = { XDG_CACHE_HOME: join(owner.folder, 'c'), npm_config_registry: registry }

  const { code, err } = await owner.run(['help'], env)

  expect(code).toBe(1)
  expect(err.trimEnd().split('\n').at(-1)).toMatch(
    /^Alcove needs Node 24 or newer: .+ Check the network, or install Node 24 or newer, and try again\.$/,
  )
  expect(existsSync(join(owner.folder, 'c/alcove-server/node'))).toBe(false)
})

test('a cache folder that cannot be written, and an unreadable .env, end with their remedies', async ({
  skip,
}) => {
  const owner = createFolder()
  mkdirSync(join(owner.folder, '.env'))
  for (const command of [['start'], ['project', 'list']]) {
    const { code, err } = await owner.run(command)
    expect(code).not.toBe(0)
    expect(err).toMatch(/\.env cannot be read \(E[A-Z]+\)/)
    expect(err).toContain('that this user may read')
    expect(err).not.toContain('    at ')
  }

  if (Number.parseInt(readMachineNodeVersion(), 10) >= 24) skip('this machine needs no other Node')
  const { code, err } = await owner.run(['help'], { XDG_CACHE_HOME: READ_ONLY_FOLDER })
  expect(code).toBe(1)
  expect(err).toContain(
    `Let this user write to ${READ_ONLY_FOLDER}/alcove-server/node, or name another folder in XDG_CACHE_HOME, or install Node 24 or newer`,
  )
})

test.each([
  ['19.9.0', 1, 'alcove-server needs Node 20 or newer, and this machine has 19.9.0: install'],
  ['20.0.0', 0, ''],
])('a machine with Node %s ends with %i', async (version, code, sentence) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const owner = createFolder()
  owner.write('pretend.cjs', pretend)
  const run = spawnSync(machineNode, ['--require', './pretend.cjs', installed.program, 'help'], {
    cwd: owner.folder,
    env: { ...process.env, XDG_CACHE_HOME: installed.cache, NODE_OPTIONS: '' },
    encoding: 'utf8',
  })

  expect(run.status).toBe(code)
  expect(run.stderr).toContain(sentence)
})
