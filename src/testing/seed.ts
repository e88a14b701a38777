/** This run's samples are drawn with it: `draw-seed.js` has chosen and printed it. */
export const SEED = Number(process.env['TEST_SEED'])
