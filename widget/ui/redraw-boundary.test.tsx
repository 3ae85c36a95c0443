import { afterEach, expect, test, vi } from 'vitest'
import { Component, type ReactNode } from 'react'
import { mount, type Mounted } from './mount.test-support.tsx'
import { RedrawBoundary } from './redraw-boundary.tsx'

let mounted: Mounted | undefined

afterEach(async () => {
  await mounted?.unmount()
  mounted = undefined
  vi.restoreAllMocks()
})

class Outer extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })
  override render = () => (this.state.isBroken ? 'broken' : this.props.children)
}

/** React logs each error to the console. */
const silence = () => vi.spyOn(console, 'error').mockImplementation(() => {})

const draw = async (tree: ReactNode) => {
  const whole = (
    <Outer>
      <RedrawBoundary>{tree}</RedrawBoundary>
    </Outer>
  )
  if (mounted) await mounted.render(whole)
  else mounted = await mount(whole)
  return mounted.container.textContent
}

const list = (...words: string[]) => (
  <ul>
    {words.map((word) => (
      <li key={word}>{word}</li>
    ))}
  </ul>
)

test('redraws elements removed by other code, repeatedly within a limit', async () => {
  silence()
  await draw(list('one', 'two', 'three'))

  for (const word of ['four', 'five', 'six']) {
    mounted!.container.querySelector('li')!.remove()
    expect(await draw(list('two', word))).toBe(`two${word}`)
    expect(await draw(list('one', 'two'))).toBe('onetwo')
  }

  mounted!.container.querySelector('li')!.remove()
  expect(await draw(list('two'))).toBe('broken')
})

test('an error of a component passes', async () => {
  silence()
  const Broken = () => {
    throw new Error('Broken')
  }
  await draw(<p>Whole</p>)
  expect(await draw(<Broken />)).toBe('broken')
})
