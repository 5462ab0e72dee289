/** The ground of a row that can be chosen: fainter than that of the badges on it, so that these stay badges. */
export const rowGround = (chosen: boolean) => (chosen ? 'bg-tint/40' : 'hover:bg-sunken/50');
