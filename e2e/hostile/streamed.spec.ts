import type { Page } from '@playwright/test'
import { aimAt, HOSTILE_TEXTS } from './corpus/all-texts.ts'
import { expect, IS_LONG, test } from './hostile-test.ts'
import { spell } from './write-script.ts'

const PARTS = IS_LONG ? 2 : 1
const LONG_COUNT = 60
const SHORT_COUNT = 1
const MOST_CHARACTERS = 70
const PAUSE_MS = 34
/** Incomplete marks are held back, and two units may be painted together. */
const LEAST_PAINTED_SHARE = 0.3

/** Counts the distinct texts that the newest answer shows, frame by frame. */
async function countPainted(page: Page, work: () => Promise<void>): Promise<number> {
  const frame = page.frames().find((each) => each.parentFrame() !== null)!
  const counter = await frame.evaluateHandle(() => {
    const shown = new Set<string>()
    let isOver = false
    const look = () => {
      const answer = [...document.querySelectorAll('article .md-root')].at(-1)
      if (answer) shown.add(answer.innerHTML)
      if (!isOver) requestAnimationFrame(look)
    }
    look()
    return {
      end: () => {
        isOver = true
        return shown.size
      },
    }
  })
  await work()
  return counter.evaluate(({ end }) => end())
}

const short = HOSTILE_TEXTS.filter((text) => text.length <= MOST_CHARACTERS)
const count = IS_LONG ? LONG_COUNT : SHORT_COUNT
const chosen = short.filter((_, index) => index % Math.floor(short.length / count) === 0)

for (let part = 0; part < PARTS; part += 1) {
  test(`@long nothing runs while a hostile text is written, part ${part + 1} of ${PARTS}`, async ({
    page,
    chat,
    watch,
    sink,
  }) => {
    const connections = sink.connections
    const texts = chosen.filter((_, index) => index % PARTS === part).map(aimAt(sink.origin))
    await page.goto('/bare.html')
    await chat.open()
    watch.holdStill()

    let painted = 0
    for (const text of texts) {
      painted += await countPainted(page, async () => {
        await chat.send(spell(text, PAUSE_MS))
        await chat.settled()
      })
    }

    expect(watch.take()).toEqual([])
    expect(sink.connections).toBe(connections)
    const units = texts.join('').length
    expect(painted).toBeGreaterThan(units * LEAST_PAINTED_SHARE)
    console.log(
      `figure: hostile texts: ${texts.length} streamed by unit, ${painted} of ${units} prefixes painted, 0 executed, 0 requests`,
    )
  })
}
