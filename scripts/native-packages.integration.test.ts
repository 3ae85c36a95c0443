/** @module-tag nightly */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createClone,
  lines,
  lockEntry,
  pack,
  playing,
  RAN,
  startRegistry,
  STAND_IN_VERSION,
} from './first-start.test-support.ts'

/** A bundler whose part for this platform `npm install` left out, and parts that this platform does not need. */
const bundled = (entry: Record<string, unknown>) => ({
  '': { dependencies: { bundler: '1.0.0' } },
  'node_modules/bundler': {
    version: '1.0.0',
    optionalDependencies: { 'stand-in-binding': '99', 'other-binding': '99', 'any-binding': '99' },
  },
  'node_modules/stand-in-binding': entry,
  'node_modules/other-binding': { ...entry, os: ['plan9'] },
  'node_modules/any-binding': { ...entry, os: undefined, cpu: undefined },
  'node_modules/dev-only': { version: '1.0.0', optionalDependencies: { 'dev-binding': '99' } },
  'node_modules/dev-binding': entry,
})
const manifest = JSON.stringify({
  name: 'stand-in-binding',
  version: STAND_IN_VERSION,
  main: 'binding.node',
  exports: { './other.node': './index.cjs', './lib/*': './lib/*.js' },
  files: ['binding.node', 'index.cjs', 'lib', 'LICENSE'],
})
const binding = {
  name: 'stand-in-binding',
  files: {
    'package.json': manifest,
    'binding.node': 'native',
    'index.cjs': 'require("./lib/other.node")',
    'lib/other.node': 'native',
  },
}
const bindingBytes = pack(binding)

function createInstalled(bytes = bindingBytes) {
  const clone = createClone({ packages: bundled(lockEntry(bytes)) })
  mkdirSync(join(clone.root, 'node_modules/bundler'))
  writeFileSync(join(clone.root, 'node_modules/bundler/package.json'), '{}')
  return clone
}

test('completes the native parts that npm install left out, and no others', async () => {
  const { url } = await startRegistry(binding.name, bindingBytes, playing(['503']))
  const clone = createInstalled()

  const run = await clone.start(url).ended

  expect(run).toMatchObject(RAN)
  expect(lines(run.errors)).toEqual([
    'Fetching stand-in-binding 99.0.0, which npm install left out.',
    'That failed (E503). Trying again in 0.1 s.',
  ])
  expect(readdirSync(join(clone.root, 'node_modules')).sort()).toEqual([
    'bundler',
    'stand-in-binding',
  ])
  expect(await clone.start('http://127.0.0.1:1/').ended).toEqual({ ...RAN, errors: '' })
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['binding.node', { 'binding.node': '' }],
  ['index.cjs', { 'binding.node': 'native', 'lib/other.node': 'native' }],
  ['lib', { 'binding.node': 'native', 'index.cjs': 'x' }],
])('replaces a native part that is here without its %s', async (lack, files) => {
  const { url } = await startRegistry(binding.name, bindingBytes, playing([]))
  const clone = createInstalled()
  const folder = join(clone.root, 'node_modules', binding.name)
  mkdirSync(join(folder, 'lib'), { recursive: true })
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    writeFileSync(join(folder, path), text)
  }

  const run = await clone.start(url).ended

  expect(run).toEqual({
    ...RAN,
    errors: `Fetching stand-in-binding 99.0.0, which is here without ${lack}.\n`,
  })
  for (const [path, text] of Object.entries(binding.files)) {
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
  }
  expect(await clone.start('http://127.0.0.1:1/').ended).toEqual({ ...RAN, errors: '' })
})

test('gives no place to a native part that came without its native file', async () => {
  const half = { name: binding.name, files: { 'package.json': manifest } }
  const bytes = pack(half)
  const { url } = await startRegistry(half.name, bytes, playing([]))
  const clone = createInstalled(bytes)

  const run = await clone.start(url).ended

  expect(run).toMatchObject({ code: 1, output: '' })
  expect(run.errors).toContain('it came without its binding.node')
  expect(readdirSync(join(clone.root, 'node_modules'))).toEqual(['bundler'])
})

test('says which native part is missing when no registry answers', async () => {
  const clone = createInstalled()

  const run = await clone.start('http://127.0.0.1:1/').ended

  expect(run).toMatchObject({ code: 1, output: '' })
  expect(lines(run.errors).at(-1)).toBe(
    'Alcove needs the package stand-in-binding, which npm install left out, and fetching it failed (ECONNREFUSED, 3 times). Check the network, and try again.',
  )
  expect(readdirSync(join(clone.root, 'node_modules'))).toEqual(['bundler'])
})
