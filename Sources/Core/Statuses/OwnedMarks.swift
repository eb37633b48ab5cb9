/// The own marks of one post or comment: those that one owner set, as they are stored.
///
/// The marks that nobody in particular set on posts are kept as a ``PostStatus``; all others are kept as these.
package struct OwnedMarks: Identifiable, Hashable, Sendable {
    /// The post or comment, and the owner of the marks.
    package let id: OwnedTarget
    /// The marks.
    package var marks: Marks

    /// Creates the marks of an owner.
    ///
    /// - Parameters:
    ///   - id: The post or comment, and the owner of the marks.
    ///   - marks: The marks; none by default.
    package init(id: OwnedTarget, marks: Marks = Marks()) {
        self.id = id
        self.marks = marks
    }

    /// Returns the marks of one target and owner on two devices merged.
    func merging(_ other: OwnedMarks) -> OwnedMarks {
        precondition(other.id == id, "Marks of two targets, '\(id)' and '\(other.id)', cannot be merged.")
        return OwnedMarks(id: id, marks: marks.merging(other.marks))
    }
}

extension OwnedMarks: Codable {
    private enum CodingKeys: CodingKey {
        case id, isCollapsed
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(OwnedTarget.self, forKey: .id)
        marks = try Marks(from: decoder)
        marks.isCollapsed = try container.decodeIfPresent(Bool.self, forKey: .isCollapsed)
    }

    /// Writes the id and the marks as the members of one object.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try marks.encode(to: encoder)
        try container.encodeIfPresent(marks.isCollapsed, forKey: .isCollapsed)
    }
}
