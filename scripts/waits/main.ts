import { REPOSITORY_ROOT } from '../repository-root.ts'
import { TABLES } from '../states/main.ts'
import { drawStates, drawWaits } from './draw-lists.ts'
import { listWaits, readTests } from './list-waits.ts'
import { readArguments } from '../read-arguments.ts'

readArguments()

if (import.meta.main) {
  console.log(drawStates(TABLES))
  console.log(drawWaits(listWaits(REPOSITORY_ROOT, readTests(REPOSITORY_ROOT))))
}
