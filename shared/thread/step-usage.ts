import type { MessageStep, Usage } from './message.ts'

/** What steps cost together; a count that no provider told is absent. */
export function stepUsage(steps: readonly MessageStep[]): Usage {
  const inputTokens = sumOf(steps, 'inputTokens')
  const outputTokens = sumOf(steps, 'outputTokens')
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  }
}

function sumOf(steps: readonly MessageStep[], name: keyof Usage): number | undefined {
  const counts = steps.flatMap((step) => {
    const count: unknown = step.state === 'finished' ? step.usage?.[name] : undefined
    return typeof count === 'number' && Number.isFinite(count) ? count : []
  })
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}
