extension String {
    /// The number of line ends, CR and LF together being one.
    ///
    /// Those that Unicode's line breaking makes mandatory (UAX #14): LF, CR, vertical tab, form feed, U+0085, U+2028
    /// and U+2029. They are looked for by themselves: a pattern's `$` also matches before a last one, so that it lets
    /// `"text\n"` through.
    var lineEndCount: Int {
        var count = 0
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x0A: if previous != "\r" { count += 1 }
            case 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: count += 1
            default: break
            }
            previous = scalar
        }
        return count
    }
}
