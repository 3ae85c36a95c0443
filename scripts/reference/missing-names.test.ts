import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { listNames, readNames } from './missing-names.ts'
import { readProductTypes } from './read-options.ts'

test('the names are those of commands, events, options and attributes', () => {
  const names = listNames(readProductTypes(REPOSITORY_ROOT))

  expect(names).toEqual(
    expect.arrayContaining([
      'command open',
      'command threads.delete',
      'event tool:approval',
      'option theme.accent',
      'attribute data-accent',
      'attribute alcove-chat base-url',
    ]),
  )
  expect(new Set(names).size).toBe(names.length)
})

test('a name counts where a test that passed says it, however deep', () => {
  const says = (status: string, ...names: string[]) => ({
    tests: [
      {
        status,
        annotations: [
          { type: 'names', description: names.join('\n') },
          { type: 'other', description: 'command other' },
        ],
      },
    ],
  })

  const seen = readNames(
    {
      suites: [
        { specs: [says('expected', 'command open', 'event open')] },
        {
          suites: [{ specs: [says('unexpected', 'event close'), says('skipped', 'event ready')] }],
        },
      ],
    },
    'names',
  )

  expect([...seen]).toEqual(['command open', 'event open'])
})
