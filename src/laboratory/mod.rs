//! The laboratory: any model over any of its parameters, with simulations beside it.
