// @vitest-environment node
import { expect, test } from 'vitest'
import { messageText } from '../../shared/thread/message.ts'
import { FAILURE_SCENES, isStanding } from './failure-scenes.test-support.ts'
import { FAILURES, type FailureType } from './failure-table.ts'
import { sendText } from './failure-world.test-support.ts'

test.each(Object.keys(FAILURES) as FailureType[])(
  '%s ends with what disproves it, and the next message is sent',
  async (type) => {
    const scene = FAILURE_SCENES[type]
    const world = await scene.open()
    expect(isStanding(type, world)).toBe(false)

    await scene.raise(world)
    expect(isStanding(type, world)).toBe(true)

    await scene.disprove(world)
    expect(isStanding(type, world)).toBe(false)

    await sendText(world, 'Next')
    expect(world.messages.slice(-2).map(messageText)).toEqual(['Next', 'Yes'])
  },
)
