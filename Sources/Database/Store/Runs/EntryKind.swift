/// What an entry does to the older runs below it.
///
/// Over time the kinds of one composite alternate: plus, anti, plus …; a run holds what they come to in its time.
enum EntryKind: UInt8, Sendable {
    /// The entry is there from now on.
    case plus = 0
    /// The entry of an older run is gone.
    case anti = 1
    /// The entry of an older run is gone, and is back with another slot or payload.
    case replace = 2

    /// How many live entries more there are.
    @inline(__always)
    var net: Int {
        switch self {
        case .plus: 1
        case .anti: -1
        case .replace: 0
        }
    }

    /// What a sequence comes to; nil when nothing is left of it.
    ///
    /// Only its ends matter: whether an older entry was there before, and whether one is there afterwards. Below the
    /// bottom there is nothing that could be gone.
    @inline(__always)
    static func reduced(oldest: EntryKind, newest: EntryKind, isBottom: Bool) -> EntryKind? {
        let isFresh = isBottom || oldest == .plus
        if newest == .anti { return isFresh ? nil : .anti }
        return isFresh ? .plus : .replace
    }
}
