import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that wait for leases and killed processes begin early, each beside one that computes: begun
 * last, one of them alone would keep the whole run waiting.
 */
export class WaitersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return alternate(await super.sort(files), ({ moduleId }) => moduleId.includes('.long.'))
  }
}

/** One that is meant, one that is not, and so on; what is left of either kind comes last. */
export function alternate<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item[] {
  const meant = items.filter(isMeant)
  const others = items.filter((item) => !isMeant(item))
  const pairs = Math.max(meant.length, others.length)
  return Array.from({ length: pairs }, (_, index) => [
    ...meant.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ]).flat()
}
