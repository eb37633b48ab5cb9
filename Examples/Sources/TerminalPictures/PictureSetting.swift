/// The way in which a person wants pictures on a terminal.
package enum PictureSetting: String, Sendable, CaseIterable {
    /// As well as the terminal can, which is asked.
    case auto
    /// By Kitty's protocol, whatever the terminal answers.
    case kitty
    /// In half blocks.
    case blocks
    /// In words.
    case off
}
