import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBlock } from './merge-block.ts'

test('objects are joined key by key, and what the block says wins', () => {
  const stored = { look: { name: 'Mine', startScreen: { greeting: 'Ahoy', hint: 'Mine' } } }
  const fixed = { look: { name: 'Fixed', startScreen: { hint: 'Fixed' } }, visitors: {} }
  expect(mergeBlock(stored, fixed)).toEqual({
    look: { name: 'Fixed', startScreen: { greeting: 'Ahoy', hint: 'Fixed' } },
    visitors: {},
  })
})

test('lists with names are joined entry by entry, entries of settings first', () => {
  const own = { url: 'https://a.example/', depth: 1 }
  const fixed = { url: 'https://b.example/', depth: 2 }
  const merged = mergeBlock(
    {
      hosts: ['https://mine.example', 'https://both.example'],
      knowledge: [own, { ...fixed, depth: 9 }],
    },
    { hosts: ['https://both.example', 'https://fixed.example'], knowledge: [fixed] },
  )
  expect(merged).toEqual({
    hosts: ['https://mine.example', 'https://both.example', 'https://fixed.example'],
    knowledge: [own, fixed],
  })
})

test('lists without names are one value', () => {
  const stored = { fileTypes: ['image/*'], knowledgeAnswers: { trustedTools: ['mine'] } }
  expect(mergeBlock(stored, { fileTypes: ['text/plain'] })).toMatchObject({
    fileTypes: ['text/plain'],
    knowledgeAnswers: { trustedTools: ['mine'] },
  })
})

test('tools of the block get labels by their names, and settings add none', () => {
  const execute = () => null
  const declared = { name: 'track', parameters: {}, execute, needsApproval: true }
  const stored = {
    assistants: {
      default: {
        system: 'Be brief.',
        tools: {
          track: { labels: { title: 'Track' }, needsApproval: false, execute: 'no' },
          other: { description: 'none' },
        },
      },
    },
  }
  expect(mergeBlock(stored, { assistants: { default: { tools: [declared] } } })).toEqual({
    assistants: {
      default: { system: 'Be brief.', tools: [{ ...declared, labels: { title: 'Track' } }] },
    },
  })
  expect(mergeBlock(stored, {})).toEqual({ assistants: { default: { system: 'Be brief.' } } })
})

test('keys of the file are taken from the block alone', () => {
  const stored = {
    auth: { secret: 'x' },
    hostReads: true,
    assistants: { default: { hooks: {}, providerOptions: {}, maxSteps: 3 } },
  }
  expect(mergeBlock(stored, {})).toEqual({ assistants: { default: { maxSteps: 3 } } })
})

test('names of the prototype are keys like others', () => {
  const stored = JSON.parse('{"look":{"__proto__":{"name":"x"},"constructor":1}}') as object
  const merged = mergeBlock({ ...stored }, { look: { name: 'Fixed' } })
  expect(Object.keys(merged['look'] as object).toSorted()).toEqual([
    '__proto__',
    'constructor',
    'name',
  ])
  expect(({} as { name?: string }).name).toBeUndefined()
})

test('whatever settings say, each value of the block stays', () => {
  const key = fc.constantFrom('name', 'theme', 'startScreen', 'hint')
  const look = fc.object({ key, maxDepth: 2, values: [fc.string(), fc.integer(), fc.boolean()] })
  const leaves = (value: unknown, path: string[] = []): [string, unknown][] =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]))
      : [[path.join('.'), value]]
  fc.assert(
    fc.property(look, look, (stored, fixed) => {
      const merged = new Map(leaves(mergeBlock({ look: stored }, { look: fixed })['look']))
      // An empty object says nothing.
      const said = leaves(fixed).filter(([, value]) => typeof value !== 'object')
      expect(said.map(([path]) => [path, merged.get(path)])).toEqual(said)
    }),
  )
  expect(leaves({ theme: { hint: 1 } })).toEqual([['theme.hint', 1]])
})
