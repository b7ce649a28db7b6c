/** How long something long is worked at in one go before the extension host may do something else, in ms. */
export const sliceLength = 8;
