import { OWNER_ASSISTANT_KEYS, OWNER_KEYS } from '../../../shared/desk/settings.ts'
import { isPlainObject, isSameJson, type JsonValue } from '../../../shared/json.ts'
import type { WrittenBlock } from '../project.ts'

/** Paths of fields for owners alone in which two settings differ. */
export function ownerPaths(one: WrittenBlock, other: WrittenBlock): readonly string[][] {
  const top = OWNER_KEYS.filter((key) => differs(one[key], other[key])).map((key) => [key])
  const ids = new Set([...assistantIds(one), ...assistantIds(other)])
  const models = [...ids].flatMap((id) =>
    OWNER_ASSISTANT_KEYS.filter((key) =>
      differs(assistantOf(one, id)[key], assistantOf(other, id)[key]),
    ).map((key) => ['assistants', id, key]),
  )
  return [...top, ...models]
}

const differs = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined
    ? one !== other
    : !isSameJson(one as JsonValue, other as JsonValue)

const assistantIds = ({ assistants }: WrittenBlock): readonly string[] =>
  isPlainObject(assistants) ? Object.keys(assistants) : []

function assistantOf({ assistants }: WrittenBlock, id: string): WrittenBlock {
  const one =
    isPlainObject(assistants) && Object.hasOwn(assistants, id) ? assistants[id] : undefined
  return isPlainObject(one) ? one : {}
}
