import Core

/// The rule of headers that may be sent.
///
/// Systems treat the others in their own ways: one drops the header and says nothing, another sends what it makes of
/// it, and a line break in a value would make two headers of one.
enum HeaderRule {
    /// Refuses headers that must not be sent.
    ///
    /// - Parameter headers: All headers of a request.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is not all visible ASCII, for CR, LF or NUL
    ///   in any value, and for a `User-Agent` that is not all visible ASCII and spaces. No message repeats what is
    ///   refused.
    static func check(_ headers: [String: String]) throws(DataError) {
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }) else {
                throw DataError(.invalidInput, message: "A header's name is visible ASCII without a colon.")
            }
            guard !breaksLine(value) else {
                throw DataError(.invalidInput, message: "The header '\(name)' must have no line breaks.")
            }
            guard name.lowercased() != "user-agent" || value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw DataError(
                    .invalidInput,
                    message: "The User-Agent must be letters, digits, signs and spaces of ASCII. "
                        + "Check the configuration's userAgent.")
            }
        }
    }

    /// By bytes: CR and LF together are one `Character` that is neither.
    private static func breaksLine(_ text: String) -> Bool {
        text.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
    }
}
