/// An act of a person that can be taken back: what gives each post back the mark that it had before.
package struct UndoableAct: Hashable, Sendable {
    /// Posts that get back one value of one mark.
    package struct Part: Hashable, Sendable, Codable {
        /// The change that gives it back.
        package let change: StatusChange
        /// The posts.
        package let posts: [Post.ID]

        /// Creates a part.
        ///
        /// - Parameters:
        ///   - change: The change that gives the value back.
        ///   - posts: The posts.
        package init(_ change: StatusChange, _ posts: [Post.ID]) {
            (self.change, self.posts) = (change, posts)
        }
    }

    /// The number by which its store knows it.
    package let id: Int
    /// The changes that give the marks back.
    package let parts: [Part]

    /// Whether it is a dismissal, which ``StatusMutation/undoDismiss`` takes back too.
    package var isDismissal: Bool { parts.allSatisfy { $0.change == .dismissed(false) } }

    /// Creates an act.
    ///
    /// - Parameters:
    ///   - id: The number by which its store knows it.
    ///   - parts: What gives the marks back.
    package init(id: Int, parts: [Part]) {
        (self.id, self.parts) = (id, parts)
    }
}

extension [UndoableAct.Part] {
    /// The parts of a change of some posts; none where it changes nothing.
    ///
    /// - Parameters:
    ///   - change: The change that is made.
    ///   - posts: The posts, each with its marks before.
    package init(_ change: StatusChange, of posts: [(id: Post.ID, before: Marks)]) {
        self = []
        var places: [StatusChange: Int] = [:]
        var lists: [(change: StatusChange, posts: [Post.ID])] = []
        for post in posts {
            guard let inverse = post.before.inverse(of: change) else { continue }
            if let place = places[inverse] {
                lists[place].posts.append(post.id)
            } else {
                places[inverse] = lists.count
                lists.append((inverse, [post.id]))
            }
        }
        self = lists.map { UndoableAct.Part($0.change, $0.posts) }
    }

    /// The posts of all parts.
    package var posts: [Post.ID] { flatMap(\.posts) }

    /// Returns the parts with some of their posts; those that have none left are gone.
    ///
    /// - Parameter isKept: Whether a post stays.
    /// - Returns: The parts.
    package func keeping(_ isKept: (Post.ID) -> Bool) -> [UndoableAct.Part] {
        compactMap { part in
            let posts = part.posts.filter(isKept)
            return posts.isEmpty ? nil : UndoableAct.Part(part.change, posts)
        }
    }
}
