/// The shortest decimal digits that give a number back, and of those the closest to it.
///
/// The algorithm is Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2021), for numbers whose
/// powers of ten are exact in 128 bits.
enum ShortestDecimal {
    /// The digits, zeros at their end included, and the power of ten that they are multiplied by.
    ///
    /// For numbers from 2^-9 to 2^53 that are not whole.
    static func digits(of number: Double) -> (digits: UInt64, exponent: Int) {
        let fraction = number.significandBitPattern
        let significand = fraction | (1 << 52)
        let binaryExponent = Int(number.exponentBitPattern) - 1_075
        let isOdd = significand & 1
        // The number below a power of two is half as far away as the one above.
        let isLowerCloser = fraction == 0

        let exponent = (binaryExponent * 1_262_611 - (isLowerCloser ? 524_031 : 0)) >> 22
        // floor(log2(10^-exponent))
        let shift = binaryExponent + ((-exponent * 1_741_647) >> 19) + 1
        let (high, low) = power(-exponent)
        let below = roundedToOdd(high, low, (4 * significand - (isLowerCloser ? 1 : 2)) << UInt64(shift))
        let value = roundedToOdd(high, low, (4 * significand) << UInt64(shift))
        let above = roundedToOdd(high, low, (4 * significand + 2) << UInt64(shift))
        let lower = below + isOdd
        let upper = above - isOdd

        let digits = value / 4
        if digits >= 10 {
            let shorter = digits / 10
            let isDownInside = lower <= 40 * shorter
            let isUpInside = 40 * shorter + 40 <= upper
            if isDownInside != isUpInside { return (shorter + (isUpInside ? 1 : 0), exponent + 1) }
        }
        let isDownInside = lower <= 4 * digits
        let isUpInside = 4 * digits + 4 <= upper
        if isDownInside != isUpInside { return (digits + (isUpInside ? 1 : 0), exponent) }
        let middle = 4 * digits + 2
        let isRoundedUp = value > middle || (value == middle && digits & 1 == 1)
        return (digits + (isRoundedUp ? 1 : 0), exponent)
    }

    /// 10^exponent, shifted to the top of 128 bits; exact for exponents from 0 to 38.
    @inline(__always)
    private static func power(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        let left = PowersOfTen.small(min(exponent, 19))
        let right = PowersOfTen.small(exponent - min(exponent, 19))
        let (high, low) = left.multipliedFullWidth(by: right)
        if high == 0 { return (low << UInt64(low.leadingZeroBitCount), 0) }
        let shift = UInt64(high.leadingZeroBitCount)
        // In two steps: a shift by 64 is no shift.
        return (high << shift | (low >> 1) >> (63 - shift), low << shift)
    }

    @inline(__always)
    private static func roundedToOdd(_ high: UInt64, _ low: UInt64, _ factor: UInt64) -> UInt64 {
        let lowProduct = low.multipliedFullWidth(by: factor)
        let product = high.multipliedFullWidth(by: factor)
        let (sum, overflow) = product.low.addingReportingOverflow(lowProduct.high)
        return (product.high + (overflow ? 1 : 0)) | (sum | lowProduct.low == 0 ? 0 : 1)
    }
}
