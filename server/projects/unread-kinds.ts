import { abilitiesOf } from '../models/abilities.ts'
import { choiceName } from '../models/model-choice.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import type { Project } from './project.ts'

const FILE_KINDS = ['images', 'pdf'] as const

/** Kinds of files that the model of a project's chat cannot read; none for an endpoint of the operator. */
export function unreadKindsOf({
  assistants,
  assistant = DEFAULT_ASSISTANT,
  chatEndpoint,
}: Pick<Project, 'assistants' | 'assistant' | 'chatEndpoint'>): readonly string[] {
  const found = assistants.get(assistant)
  if (!found || chatEndpoint !== undefined) return []
  const can = abilitiesOf(choiceName(found.model), found.can)
  return FILE_KINDS.filter((kind) => !can[kind])
}
