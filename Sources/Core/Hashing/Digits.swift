extension String {
    /// The digits of a number with zeros in front, so that texts of one length sort as the numbers do.
    ///
    /// - Parameter length: The number of digits; a longer text stays as it is.
    /// - Returns: The digits.
    package func zeroPadded(to length: Int) -> String {
        String(repeating: "0", count: Swift.max(0, length - utf8.count)) + self
    }
}

extension [UInt8] {
    /// The bytes as two lowercase hexadecimal digits each.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
