import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { collectLicenses, LICENSES_FILE } from './third-party.ts'

const MIT = 'MIT License\n\nCopyright (c) us\n\nPermission is granted.\n'

/** Builds a project with these files, and returns its licences. */
async function buildWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'alcove-licenses-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { plugin, workerPlugin } = collectLicenses(MIT)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    worker: { format: 'es', plugins: () => [workerPlugin()] },
    build: { write: false, rolldownOptions: { input: join(root, 'main.js') } },
  })
  const outputs = 'output' in built ? built.output : []
  const file = outputs.find(({ fileName }) => fileName === LICENSES_FILE)
  return file?.type === 'asset' ? String(file.source) : ''
}

/** A package of one module. */
const aPackage = (name: string, code: string, more: object, license?: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({
    name,
    version: '1.0.0',
    main: 'index.js',
    type: 'module',
    ...more,
  }),
  [`node_modules/${name}/index.js`]: code,
  ...(license === undefined ? {} : { [`node_modules/${name}/LICENSE.md`]: license }),
})

test('lists the packages in a build and its workers, and none that were only installed', async () => {
  const text = await buildWith({
    'main.js': `import { a } from 'a'; import { unused } from 'unused'; console.log(a, new Worker(new URL('./w.js', import.meta.url), { type: 'module' }))`,
    'w.js': `import { w } from '@scope/of-worker'; console.log(w)`,
    ...aPackage('a', `export { b as a } from 'b'`, { license: 'MIT' }, 'The text of A'),
    ...aPackage('b', `export const b = Math.random()`, { license: 'ISC' }, 'The text of B'),
    ...aPackage('@scope/of-worker', `export const w = Math.random()`, {
      license: 'MIT',
      author: { name: 'Wilma' },
    }),
    ...aPackage('unused', `export const unused = 1`, { sideEffects: false }, 'Nobody has it'),
  })

  expect(text).toContain('b 1.0.0 (ISC)\n\nThe text of B\n')
  expect(text).toContain(
    '@scope/of-worker 1.0.0 (MIT)\n\nMIT License\n\nCopyright (c) Wilma\n\nPermission is granted.\n',
  )
  expect(text).not.toContain('Nobody has it')
})

test('a package that says nothing of its licence is not shipped', async () => {
  await expect(
    buildWith({
      'main.js': `import { a } from 'a'; console.log(a)`,
      ...aPackage('a', `export const a = Math.random()`, { license: 'BSD' }),
    }),
  ).rejects.toThrow('a is in the frame and brings no licence')
})
