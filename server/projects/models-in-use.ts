import { choiceName } from '../models/model-choice.ts'
import { DEFAULT_PROJECT, type Project, type ProjectConfigs, type Projects } from './project.ts'

/** Names of the models of a project's assistants. */
export const modelNames = ({ assistants }: Pick<Project, 'assistants'>): readonly string[] => [
  ...new Set([...assistants.values()].map(({ model }) => choiceName(model))),
]

/** Names of the models that answer in the project `default` and in those of the configuration, each once. */
export async function modelsInUse(
  projects: Pick<Projects, 'find'>,
  configs: ProjectConfigs,
): Promise<readonly string[]> {
  const ids = new Set([DEFAULT_PROJECT, ...configs.keys()])
  const found = await Promise.all([...ids].map((id) => projects.find(id)))
  return [...new Set(found.flatMap((project) => (project ? modelNames(project) : [])))]
}
