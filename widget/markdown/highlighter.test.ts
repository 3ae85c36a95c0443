import { expect, test } from 'vitest'
import { highlightCode } from './highlight-code.ts'
import { createHighlighter } from './highlighter.ts'
import { findLanguage } from './known-languages.ts'
import { HIGHLIGHT_LIMIT_MS, MAX_HIGHLIGHTED_PIECES } from './limits.ts'

interface WorldOptions {
  readonly isOffline?: boolean
  /** Code that blocks a worker forever. */
  readonly stuckBy?: string
}

/** Workers that answer when the test says so, with a clock that the test moves. */
function createWorld({ isOffline = false, stuckBy }: WorldOptions = {}) {
  const timers = new Map<() => void, number>()
  const asked: string[] = []
  const workers: { isEnded: boolean }[] = []
  const answers: (() => void)[] = []
  const highlighter = createHighlighter({
    startWorker() {
      const worker = { isEnded: false }
      workers.push(worker)
      return {
        highlight({ code }) {
          asked.push(code)
          if (isOffline) return Promise.reject(new TypeError('offline'))
          return new Promise((resolve) => {
            if (code !== stuckBy) answers.push(() => resolve([{ kind: 'keyword', text: code }]))
          })
        },
        terminate: () => void (worker.isEnded = true),
      }
    },
    later(run, ms) {
      timers.set(run, ms)
      return () => timers.delete(run)
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    highlighter,
    asked,
    workers,
    timers,
    async answer() {
      answers.shift()?.()
      await settle()
    },
    async pass(ms: number) {
      for (const [run, due] of timers) {
        timers.set(run, due - ms)
        if (due <= ms) run()
      }
      await settle()
    },
    settle,
  }
}

const request = (world: ReturnType<typeof createWorld>, code: string, done = () => {}) =>
  world.highlighter.request('typescript', code, done)
const known = (world: ReturnType<typeof createWorld>, code: string) =>
  world.highlighter.read('typescript', code)

test('colours one piece after another, in one worker', async () => {
  const world = createWorld()
  const done: string[] = []
  for (const code of ['a', 'b']) request(world, code, () => done.push(code))
  expect(world.asked).toEqual(['a'])

  await world.answer()
  expect([done, world.asked]).toEqual([['a'], ['a', 'b']])
  await world.answer()

  expect(done).toEqual(['a', 'b'])
  expect(known(world, 'b')).toEqual([{ kind: 'keyword', text: 'b' }])
  expect(world.workers).toHaveLength(1)
  expect(world.timers.size).toBe(0)
})

test('colours a piece once for several requests', async () => {
  const world = createWorld()
  let count = 0
  for (let index = 0; index < 2; index += 1) request(world, 'a', () => (count += 1))
  await world.answer()

  expect([world.asked, count]).toEqual([['a'], 2])
})

test('skips cancelled requests', async () => {
  const world = createWorld()
  request(world, 'a')
  const cancel = request(world, 'b')
  request(world, 'c')
  cancel()
  await world.answer()
  await world.answer()

  expect(world.asked).toEqual(['a', 'c'])
})

test('remembers as many pieces as the limit, the latest ones', async () => {
  const world = createWorld()
  for (let index = 0; index <= MAX_HIGHLIGHTED_PIECES; index += 1) {
    request(world, `${index}`)
    await world.answer()
  }

  const isKnown = (index: number) => known(world, `${index}`) !== undefined
  expect([isKnown(0), isKnown(1), isKnown(MAX_HIGHLIGHTED_PIECES)]).toEqual([false, true, true])
})

test('leaves a piece plain that takes too long, and goes on in another worker', async () => {
  const world = createWorld({ stuckBy: 'bomb' })
  let isDone = false
  request(world, 'bomb', () => (isDone = true))
  request(world, 'a')

  await world.pass(HIGHLIGHT_LIMIT_MS - 1)
  expect([isDone, world.workers]).toEqual([false, [{ isEnded: false }]])
  await world.pass(1)

  expect(isDone).toBe(true)
  expect(known(world, 'bomb')).toEqual([{ kind: undefined, text: 'bomb' }])
  expect(world.workers).toEqual([{ isEnded: true }, { isEnded: false }])
  await world.answer()
  expect(known(world, 'a')).toBeDefined()
})

test('leaves code plain when the grammars cannot be had, and tries again with the next', async () => {
  const world = createWorld({ isOffline: true })
  request(world, 'a')
  await world.settle()
  expect(known(world, 'a')).toBeUndefined()
  expect(world.timers.size).toBe(0)

  request(world, 'b')
  await world.settle()

  expect(world.asked).toEqual(['a', 'b'])
  expect(world.workers).toEqual([{ isEnded: true }, { isEnded: true }])
})

test.each([
  ['ts', 'const a: Map = "x" // y'],
  ['js', 'export const f = (a) => `${a}`'],
  ['py', 'def f(a):\n    return "x"  # y'],
  ['sh', 'echo "$HOME" # y'],
  ['json', '{"a": [1, true]}'],
  ['html', '<p class="a"><script>const b = 1</script></p>'],
  ['css', '.a { color: red; /* y */ }'],
  ['sql', "SELECT a FROM b WHERE c = 'd' -- y"],
  ['go', 'func main() { fmt.Println("x") }'],
  ['rust', 'fn main() { let a: u8 = 1; }'],
  ['java', 'class A { int b = 1; }'],
  ['c', 'int main(void) { return 0; }'],
  ['c#', 'public class A { string b = "c"; }'],
  ['yaml', 'a: "b" # c'],
  ['diff', '- a\n+ b'],
  ['php', '<?php echo "a"; ?>'],
  ['rb', 'def a\n  "b"\nend'],
])('colours %s without changing a letter', (name, code) => {
  const language = findLanguage(name)
  const tokens = language === undefined ? [] : highlightCode({ language, code })

  expect(tokens.map(({ text }) => text).join('')).toBe(code)
  expect(new Set(tokens.map(({ kind }) => kind)).size).toBeGreaterThan(1)
})

test.each(['mermaid', 'text', '', 'constructor', '__proto__'])('knows no language %j', (name) => {
  expect(findLanguage(name)).toBeUndefined()
})
