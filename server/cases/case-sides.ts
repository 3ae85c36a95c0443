import type { CaseSide } from '../../shared/desk/case-runs.ts'
import type { Assistant } from '../models/model.ts'
import type { Project } from '../projects/project.ts'

/** A project as one side of a comparison has it. */
export interface CaseProject {
  readonly project: Project
  /** Of the draft; null: these are the published settings. */
  readonly revision: number | null
  /** Undefined: there is no such assistant. */
  findAssistant(id: string): Promise<Assistant | undefined>
}

/** Finds a side of a project. Without a draft, the draft is the published side. Undefined: the project is gone. */
export type FindSide = (projectId: string, side: CaseSide) => Promise<CaseProject | undefined>
