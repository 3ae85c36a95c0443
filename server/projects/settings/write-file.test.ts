import { mkdtemp, rm, writeFile as write } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../../limits/limit-table.ts'
import { loadConfig } from '../load-config.ts'
import { serviceOf } from '../project.ts'
import { writeFile } from './write-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readBack(text: string) {
  await write(join(folder, 'written.ts'), text)
  const place = { path: 'written.ts', folder, limits: LIMIT_DEFAULTS, isAgain: true }
  return serviceOf(await loadConfig(place)).blocks.get('my-shop')
}

test('a block of values comes back as it was', async () => {
  const block = {
    look: {
      name: `It's "the" \\ shop\n\u2028 العربية`,
      startScreen: { prompts: ['a', { label: 'b', prompt: 'c' }] },
    },
    assistants: {
      default: {
        system: 'Be brief.',
        temperature: 0.5,
        tools: [
          {
            name: 'track',
            parameters: { type: 'object' },
            endpoint: { url: 'https://tools.example/track' },
          },
        ],
      },
    },
    hosts: ['https://shop.example'],
    knowledge: [{ url: 'https://shop.example/help', depth: 2 }],
    readOnly: true,
    retention: { namedDays: 30 },
  }
  expect(await readBack(writeFile('my-shop', block))).toEqual(block)
})

test('code, secrets and keys of the file alone are named in comments', async () => {
  const text = writeFile('my-shop', {
    auth: { secret: 'a secret of the shop' },
    suggestions: true,
    assistants: {
      default: {
        system: function promptOf() {},
        tools: [
          {
            name: 'track',
            labels: { title: 'Track' },
            endpoint: { url: 'https://tools.example', headers: { Key: 'a secret key' } },
          },
        ],
      },
    },
  })
  expect(text).not.toContain('secret')
  expect(text).toContain('// system: system is code of the present file')
  expect(text).toContain('"labels":{"title":"Track"}')
  expect(text).toContain('// auth: stands in the present file alone')
  expect(await readBack(text)).toEqual({ suggestions: true, assistants: { default: {} } })
})
