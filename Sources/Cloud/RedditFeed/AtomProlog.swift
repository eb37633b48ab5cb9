/// The checks of a text before an XML parser reads it.
///
/// A feed needs no document type and no encoding but UTF-8, and both are ways to hurt a parser: a document type
/// declares entities that grow without end or name files, and FoundationXML on Linux ends the process at a name that is
/// not UTF-8 (swiftlang/swift-corelibs-foundation, pull request 5536). So neither gets that far.
enum AtomProlog {
    /// Checks a text.
    ///
    /// - Parameter bytes: The whole text.
    /// - Throws: ``AtomError`` when it is not UTF-8, says that it is something else, has a document type, or does not
    ///   begin as XML does.
    static func check(_ bytes: [UInt8]) throws(AtomError) {
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw AtomError("not UTF-8")
        }
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if rest.starts(with: "<?".utf8) {
                let instruction = try take(&rest, upTo: "?>")
                try checkEncoding(String(decoding: instruction, as: UTF8.self))
            } else if rest.starts(with: "<!--".utf8) {
                _ = try take(&rest, upTo: "-->")
            } else if rest.starts(with: "<!".utf8) {
                throw AtomError("a document type, which no feed needs")
            } else if rest.first == UInt8(ascii: "<") {
                return
            } else {
                throw AtomError(rest.isEmpty ? "cut short: expected an element" : "expected an element")
            }
        }
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, upTo end: String) throws(AtomError) -> ArraySlice<UInt8> {
        let mark = Array(end.utf8)
        var index = rest.startIndex
        while index + mark.count <= rest.endIndex {
            if rest[index..<index + mark.count].elementsEqual(mark) {
                let taken = rest[..<index]
                rest = rest[(index + mark.count)...]
                return taken
            }
            index += 1
        }
        throw AtomError("cut short: expected '\(end)'")
    }

    private static func checkEncoding(_ instruction: String) throws(AtomError) {
        guard instruction.hasPrefix("<?xml"), let name = instruction.firstRange(of: "encoding") else { return }
        let value = instruction[name.upperBound...].filter { !$0.isWhitespace && $0 != "=" }
            .trimmingPrefix { $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" }.lowercased()
        guard ["utf-8", "utf8", "us-ascii"].contains(value) else { throw AtomError("an encoding other than UTF-8") }
    }
}
