public import Foundation

/// The status of a post for one owner: all of its marks, joined with what the server last confirmed.
///
/// As a stored record it has nobody's own marks alone: ``MarkOwner/nobody`` has no confirmed state, and an account's
/// own marks are stored as records of their own.
///
/// The marks are its own members: `status.isRead` is `status.marks.isRead`.
@dynamicMemberLookup
public struct PostStatus: Identifiable, Hashable, Sendable {
    /// The post.
    public let id: Post.ID
    /// The marks of the post.
    public var marks: Marks

    /// Creates a status; without marks by default.
    ///
    /// - Parameters:
    ///   - id: The post.
    ///   - marks: The marks of the post.
    public init(id: Post.ID, marks: Marks = Marks()) {
        self.id = id
        self.marks = marks
    }

    /// A mark, or a date of one.
    ///
    /// - Parameter member: A member of ``Marks``.
    @inlinable public subscript<Value>(dynamicMember member: WritableKeyPath<Marks, Value>) -> Value {
        get { marks[keyPath: member] }
        set { marks[keyPath: member] = newValue }
    }

    /// A value that follows from the marks.
    ///
    /// - Parameter member: A member of ``Marks`` that cannot be set.
    @inlinable public subscript<Value>(dynamicMember member: KeyPath<Marks, Value>) -> Value {
        marks[keyPath: member]
    }

    /// Changes a mark, and dates the change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - date: The date of the change.
    /// - Returns: Whether anything is different now; the dates are touched only then.
    @discardableResult
    public mutating func apply(_ change: StatusChange, at date: Date) -> Bool { marks.apply(change, at: date) }

    /// Returns the statuses of one post on two devices merged, as ``Marks/merging(_:)`` does.
    ///
    /// - Parameter other: The status on the other device; one of another post stops the program.
    /// - Returns: The merged status.
    package func merging(_ other: PostStatus) -> PostStatus {
        precondition(other.id == id, "Statuses of two posts, '\(id)' and '\(other.id)', cannot be merged.")
        return PostStatus(id: id, marks: marks.merging(other.marks))
    }
}

extension PostStatus: Codable {
    private enum CodingKeys: CodingKey {
        case id
    }

    public init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Post.ID.self, forKey: .id)
        marks = try Marks(from: decoder)
    }

    /// Writes the id and the marks as the members of one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try marks.encode(to: encoder)
    }
}
