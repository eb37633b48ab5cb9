extension RawJSON {
    /// The fields of one thing that two devices have, put together name by name.
    ///
    /// A name that one of them has is kept. Nobody knows which copy is newer, so of two values of a name a fixed rule
    /// decides, as it does for a ``Post``: anything wins over `null`, then the larger number, true over false, and the
    /// longer text (of equally long ones, the one that comes later in the order of its bytes). Whichever copy comes
    /// first, and however often, the result is the same. What is put together of two has its names in the order of
    /// their bytes.
    ///
    /// - Parameter other: The other copy.
    /// - Returns: The value of both; where one of them is no object, one of the two.
    func merging(_ other: RawJSON) -> RawJSON {
        guard !text.utf8.elementsEqual(other.text.utf8) else { return self }
        guard kind == .object, other.kind == .object else { return isSmaller(than: other) ? other : self }
        let all = (members + other.members).sorted { left, right in
            left.name.utf8.elementsEqual(right.name.utf8)
                ? left.value.isSmaller(than: right.value) : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        var merged: [(String, RawJSON)] = []
        for (name, value) in all {
            // The larger of two comes behind.
            if let last = merged.last, last.0.utf8.elementsEqual(name.utf8) { merged.removeLast() }
            merged.append((name, value))
        }
        return RawJSON(object: merged)
    }

    private func isSmaller(than other: RawJSON) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if weight != other.weight { return weight < other.weight }
        let (left, right) = (text.utf8, other.text.utf8)
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    private var rank: Int {
        switch kind {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .array: 4
        case .object: 5
        }
    }

    /// The weight of a number or a flag: 0 for anything else, and for a number that is too large.
    private var weight: Double { double ?? (bool == true ? 1 : 0) }
}
