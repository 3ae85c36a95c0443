import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { provideToolsAtom } from '../../conversation/atoms/tools.ts'
import { createToolRegistry } from '../../conversation/tools/tool-registry.ts'
import { learnServerFactsAtom } from '../../world/server-facts.ts'
import { toolLabelsAtom } from './tool-labels.ts'

function createLabels() {
  const store = createStore()
  const registry = createToolRegistry()
  store.set(provideToolsAtom, registry)
  store.set(learnServerFactsAtom, { toolLabels: { cancel: { title: 'Cancel the order' } } })
  const offer = (name: string, title: string) =>
    registry.register(name, {
      type: 'run',
      parameters: { type: 'object' },
      approval: 'ask',
      labels: { title },
      execute: () => null,
    })
  return { offer, labelsOf: store.get(toolLabelsAtom) }
}

test('a page names its own tools', () => {
  const { offer, labelsOf } = createLabels()
  expect(labelsOf('add')).toEqual({})

  const remove = offer('add', 'Add to the cart')
  expect(labelsOf('add')).toEqual({ title: 'Add to the cart' })
  remove()

  expect(labelsOf('add')).toEqual({})
})

test('it cannot name one of the server, which people would allow for something else', () => {
  const { offer, labelsOf } = createLabels()
  offer('cancel', 'Show my orders')
  offer('pay', 'Show my orders')

  expect(labelsOf('cancel')).toEqual({ title: 'Cancel the order' })
  // The server sends no labels for this tool, but the call is the server's.
  expect(labelsOf('pay', true)).toEqual({})
  expect(labelsOf('toString')).toEqual({})
})
