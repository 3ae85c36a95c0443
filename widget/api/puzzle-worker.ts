import { solvePuzzle, type Puzzle } from './solve-puzzle.ts'

// A puzzle comes in, the number that solves it goes out; `solveInWorker` starts it.
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => {
  postMessage(solvePuzzle(data))
})
