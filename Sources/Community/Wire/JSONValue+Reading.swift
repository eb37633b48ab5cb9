import Cloud
public import Core

extension JSONValue {
    /// Returns a member that must be a text with something in it, such as an id.
    ///
    /// - Parameter name: The member's name.
    /// - Returns: The text.
    /// - Throws: ``UnreadableElement`` when it is missing, `null`, empty or no string.
    func text(_ name: StaticString) throws(UnreadableElement) -> String {
        let text = try string(name)
        guard !text.isEmpty else { throw UnreadableElement("\(name)", expected: "a text that is not empty") }
        return text
    }

    /// The string; `nil` for an empty one, which this server writes where it has nothing.
    var filledText: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the elements of an array that can be read, in their order; the others are left out.
    ///
    /// - Parameter read: Makes a value of an element.
    /// - Returns: The values.
    func readable<Value>(_ read: (JSONValue) throws -> Value) -> [Value] {
        // What is no such thing is none of them, and costs no other.
        (elements ?? []).compactMap { try? read($0) }
    }
}

/// The elements of an answer that are read one by one, with an issue for each that cannot be.
///
/// One that is damaged never costs the others.
public struct WireList<Element: Sendable>: Sendable {
    /// The elements that could be read, in the server's order.
    public var elements: [Element] = []
    /// The others, by their position.
    public var issues: [DecodeIssue] = []

    /// Reads the array `data` of an answer.
    ///
    /// - Parameters:
    ///   - json: The whole answer.
    ///   - read: Makes an element.
    /// - Throws: `NetworkError` with the code `malformed` where there is no such array.
    init(_ json: JSONValue, read: (JSONValue) throws -> Element) throws {
        guard let data = json["data"]?.elements else { throw NetworkError(.malformed) }
        for (index, element) in data.enumerated() {
            do {
                elements.append(try read(element))
            } catch {
                issues.append(DecodeIssue(index: index, error: error))
            }
        }
    }
}

extension WireList: Equatable where Element: Equatable {}
