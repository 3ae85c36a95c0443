import { expect, test } from 'vitest'
import { loadComponent } from './load-component.ts'

const Whole = () => 'whole'
const Plain = () => 'plain'
const gone = () => Promise.reject(new Error('gone'))

test('gives the component that was fetched', async () => {
  expect((await loadComponent(async () => Whole, Plain)).default).toBe(Whole)
})

test('gives the stand-in where it cannot be had, and nothing where there is none', async () => {
  expect((await loadComponent(gone, Plain)).default).toBe(Plain)
  const { default: Nothing } = await loadComponent(gone)
  expect((Nothing as () => unknown)()).toBeNull()
})
