//! Virtual channels that are always offered together.

use super::super::VcSet;

/// A partition of the VCs into classes, ordered by their lowest VC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Classes(Vec<VcSet>);

impl Classes {
    /// A single class of all VCs.
    pub(super) fn all(vcs: u8) -> Self {
        Self(vec![VcSet::range(0, vcs)])
    }

    /// One class per VC.
    pub(super) fn each(vcs: u8) -> Self {
        Self((0..vcs).map(|vc| VcSet(1 << vc)).collect())
    }

    /// Splits every class into the parts inside and outside a set.
    pub(super) fn split_by(&self, set: VcSet) -> Self {
        let halves = self.0.iter();
        let halves = halves.flat_map(|class| [VcSet(class.0 & set.0), VcSet(class.0 & !set.0)]);
        let mut classes: Vec<_> = halves.filter(|half| !half.is_empty()).collect();
        classes.sort_unstable_by_key(|class| class.0.trailing_zeros());
        Self(classes)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// All classes, as a bit mask.
    pub(super) fn mask(&self) -> u16 {
        VcSet::range(0, self.0.len() as u8).0
    }

    pub(super) fn vcs(&self, class: u32) -> VcSet {
        self.0[class as usize]
    }

    /// The number of VCs in a class.
    pub(super) fn size(&self, class: u32) -> u32 {
        self.vcs(class).len()
    }

    /// The class of a VC.
    pub(super) fn of_vc(&self, vc: u8) -> u32 {
        let class = self.0.iter().position(|class| class.contains(vc));
        class.expect("every VC is in a class") as u32
    }

    /// The classes that make up a set, as a bit mask; `None` if the set splits a class.
    #[inline]
    pub(super) fn within(&self, set: VcSet) -> Option<u16> {
        let (mut classes, mut covered) = (0, 0);
        for (index, class) in self.0.iter().enumerate() {
            if class.0 & set.0 == class.0 {
                classes |= 1 << index;
                covered |= class.0;
            }
        }
        (covered == set.0).then_some(classes)
    }

    /// The VCs of some classes.
    pub(super) fn lanes(&self, classes: u16) -> VcSet {
        let classes = VcSet(classes).iter();
        VcSet(classes.fold(0, |vcs, class| vcs | self.vcs(class.into()).0))
    }
}
