public import Core
public import Foundation

extension NetworkResponse {
    /// Parses the body as JSON.
    ///
    /// - Returns: The value of the whole text. Its parts are read when they are asked for.
    /// - Throws: `NetworkError` with the code `malformed` when the body is no JSON, or is nested deeper than 4096
    ///   levels.
    public func json() throws(NetworkError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw NetworkError(.malformed, status: status, date: serverDate, underlying: error)
        }
    }
}

extension JSONValue {
    /// The date: a number counts seconds since 1970, a text is a date of ISO 8601 (see ``ISODate``).
    ///
    /// `nil` for anything else, and for a number that no calendar reaches.
    public var date: Date? {
        if kind == .number { return double.flatMap { abs($0) < 1e11 ? Date(timeIntervalSince1970: $0) : nil } }
        return string.flatMap(ISODate.date(from:))
    }

    /// Returns a member that must be a string.
    ///
    /// - Parameter name: The member's name.
    /// - Returns: The text, which may be empty.
    /// - Throws: ``UnreadableElement`` when it is not there, is `null` or is something else.
    public func string(_ name: StaticString) throws(UnreadableElement) -> String {
        if let text = self[name]?.string { return text }
        throw UnreadableElement("\(name)", expected: self[name].map { _ in "a string" })
    }

    /// Returns a member that must be a whole number; a string that is a number counts.
    ///
    /// - Parameter name: The member's name.
    /// - Returns: The number.
    /// - Throws: ``UnreadableElement`` when it is not there, is `null` or is something else.
    public func int(_ name: StaticString) throws(UnreadableElement) -> Int {
        if let number = self[name]?.int { return number }
        throw UnreadableElement("\(name)", expected: self[name].map { _ in "a number" })
    }
}

/// An error of one element of an answer that cannot be read, while the others can.
public struct UnreadableElement: Error, Hashable, CustomStringConvertible {
    /// The sentence for a developer: a path, and what was expected there.
    package let reason: String

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - path: Its path from the element: `data.title`.
    ///   - expected: The expected kind, such as `a string`; `nil` when nothing is there.
    public init(_ path: String, expected: String?) {
        reason = expected.map { "\(path): expected \($0)" } ?? "\(path): missing"
    }

    public var description: String { reason }
}

extension DecodeIssue {
    /// Creates the issue of an element that could not be read.
    ///
    /// - Parameters:
    ///   - index: The element's position in the answer.
    ///   - error: What reading it threw. An ``UnreadableElement`` and a `DecodingError` say where and what was
    ///     expected, an error with a code gives the code.
    public init(index: Int?, error: any Error) {
        let reason =
            switch error {
            case let error as UnreadableElement: error.reason
            case let error as DecodingError: Self.reason(of: error)
            case let error as any CodedError: error.code.rawValue
            default: "unreadable"
            }
        self.init(index: index, reason: reason)
    }

    private static func reason(of error: DecodingError) -> String {
        func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: ".") }
        return switch error {
        case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])): missing"
        case .valueNotFound(_, let context): "\(path(context.codingPath)): missing"
        case .typeMismatch(_, let context): "\(path(context.codingPath)): of another kind"
        case .dataCorrupted(let context): "\(path(context.codingPath)): damaged"
        @unknown default: "unreadable"
        }
    }
}

extension Page {
    /// Adds the posts of an answer's elements, and an issue for each element that cannot be read.
    ///
    /// - Parameters:
    ///   - elements: The elements in the server's order.
    ///   - read: Makes a post of an element; `nil` leaves out one that is no post, without an issue.
    public mutating func add<Element>(_ elements: some Sequence<Element>, read: (Element) throws -> Post?) {
        for (index, element) in elements.enumerated() {
            do {
                if let post = try read(element) { posts.append(post) }
            } catch {
                issues.append(DecodeIssue(index: index, error: error))
            }
        }
    }
}

extension CommentThread {
    /// Adds the comments of a flat list, each below its parent, and an issue for each that cannot be read.
    ///
    /// - Parameters:
    ///   - elements: The elements in the server's order; answers may come before what they answer.
    ///   - read: Makes a comment of an element, whose depth is counted here; `nil` leaves out one that is none.
    public mutating func add<Element>(_ elements: some Sequence<Element>, read: (Element) throws -> Comment?) {
        for (index, element) in elements.enumerated() {
            do {
                if let comment = try read(element) { entries.append(.comment(comment)) }
            } catch {
                issues.append(DecodeIssue(index: index, error: error))
            }
        }
        entries = CommentForest(entries).entries
    }
}
