import { solvePuzzle, type Puzzle } from './solve-puzzle.ts'

// Worker of `solveInWorker`: gets a puzzle and posts the number that solves it.
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => {
  postMessage(solvePuzzle(data))
})
