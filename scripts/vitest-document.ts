import { afterAll, vi } from 'vitest'

// Files share a document (`vitest.config.ts`), so changes of globals must not leak into the next file.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  const { documentElement: root, head, body } = document
  const attributes = root.getAttributeNames()
  const beside = [...root.children].filter((element) => element !== head && element !== body)
  const left = [
    ...[...head.children, ...body.children, ...beside].map(({ outerHTML }) => outerHTML),
    ...attributes.map((name) => `${name} of the document`),
    ...[...Object.keys(localStorage), ...Object.keys(sessionStorage)].map((key) => `${key}, kept`),
  ]
  if (left.length === 0) return
  root.innerHTML = '<head></head><body></body>'
  for (const name of attributes) root.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  throw new Error(`The tests of this file leave behind: ${left.join(', ')}`)
})
