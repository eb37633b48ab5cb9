import Core

/// The posts that an account has set something of and not sent yet, as they are shown where nothing else is known of them.
///
/// Asking for one of which nothing is pending, as for most posts of a long list, costs a few instructions: a bit of each
/// id's last bytes says so before anything is hashed.
struct PendingPosts: Sendable {
    private var marks: [Post.ID: Marks] = [:]
    private var bits: [UInt64] = []

    /// Takes the posts out of what is pending.
    ///
    /// - Parameters:
    ///   - overlay: The intents of an account.
    ///   - owner: The account.
    init(_ overlay: PendingOverlays.Overlay, of owner: MarkOwner) {
        for (target, intents) in overlay {
            guard let post = target.post else { continue }
            marks[post] = Marks.shown(nil, confirmed: nil, pending: intents, for: owner)
        }
        guard !marks.isEmpty else { return }
        // Sixteen bits for each, so that one in sixteen others is looked up for nothing.
        var count = 64
        while count < 16 * marks.count { count *= 2 }
        bits = Array(repeating: 0, count: count / 64)
        for post in marks.keys {
            let bit = Self.number(of: post) % count
            bits[bit / 64] |= 1 << UInt64(bit % 64)
        }
    }

    /// The marks that are shown of a post; `nil` where nothing of it is pending.
    subscript(post: Post.ID) -> Marks? {
        guard !bits.isEmpty else { return nil }
        let bit = Self.number(of: post) % (bits.count * 64)
        return bits[bit / 64] & 1 << UInt64(bit % 64) == 0 ? nil : marks[post]
    }

    /// A number of the last bytes of an id, in which those of one site differ.
    private static func number(of post: Post.ID) -> Int {
        var native = post.native
        return native.withUTF8 { bytes in
            var number: UInt32 = 0
            for byte in bytes.suffix(8) { number = (number ^ UInt32(byte)) &* 0x0100_0193 }
            return Int(number ^ number >> 15)
        }
    }
}

extension StoreSnapshot {
    /// The posts of which an account has set something and not sent it yet, as they are shown where it has no other
    /// marks.
    ///
    /// - Complexity: As of ``pending(for:)``; O(1) where they were asked for before.
    func pendingPosts(for owner: MarkOwner) throws -> PendingPosts {
        let pending = try pending(for: owner)
        guard !pending.isEmpty else { return PendingPosts([:], of: owner) }
        return view.derived.value("pending|\(owner)", stamps: pendingStamps, isKept: !isProvisional) {
            PendingPosts(pending, of: owner)
        }
    }
}
