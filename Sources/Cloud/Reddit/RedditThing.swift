/// One child of a listing: what kind of thing it is, and the thing.
struct RedditThing {
    /// `t1` for a comment, `t3` for a post, `more`, and others.
    let kind: String
    let json: JSONValue

    typealias Problem = RedditPostDecoder.Problem

    /// Takes a child.
    ///
    /// - Parameter child: Any value.
    /// - Throws: A problem for one that says no kind.
    init(_ child: JSONValue) throws(Problem) {
        guard child.kind == .object else { throw Problem("child", expected: "an object") }
        guard let kind = child["kind"] else { throw Problem("kind", expected: nil) }
        guard let word = kind.string else { throw Problem("kind", expected: "a string") }
        (self.kind, json) = (word, child)
    }

    /// The thing itself.
    ///
    /// - Parameter context: What it takes to read the answer.
    /// - Returns: The child's `data`.
    /// - Throws: A problem when there is none, or it is no object.
    func object(_ context: RedditObject.Context) throws(Problem) -> RedditObject {
        guard let data = json["data"] else { throw Problem("data", expected: nil) }
        guard let object = RedditObject(data, context: context, isLarge: true) else {
            throw Problem("data", expected: "an object")
        }
        return object
    }
}
