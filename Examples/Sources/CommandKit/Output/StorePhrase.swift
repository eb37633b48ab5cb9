package import PostFeatures

/// The programs' texts about a store that was damaged.
package enum StorePhrase: String, LocalizedPhrase {
    /// A file of the store was damaged, which is named.
    case damagedFile
    /// The path of the damaged file that was set aside.
    case damagedFileAside
    /// A damaged file that was left as it is.
    case damagedFileAsFound
    /// The next run goes on with what could be read.
    case goesOnSalvaged

    package var english: PhraseText {
        switch self {
        case .damagedFile: .filled("'%' was damaged.")
        case .damagedFileAsFound:
            .filled("'%' is damaged. The next command that writes keeps it aside and salvages what is whole of it.")
        case .damagedFileAside: .filled("The file as it was found is kept as '%'.")
        case .goesOnSalvaged: .fixed("The next run goes on with what was salvaged.")
        }
    }

    package static let ukrainian: [StorePhrase: PhraseText] = [
        .damagedFile: .filled("Файл '%' пошкоджено."),
        .damagedFileAsFound: .filled(
            "Файл '%' пошкоджено. Наступна команда, що записує, відкладе його й врятує все, що в ньому ціле."),
        .damagedFileAside: .filled("Таким, яким його знайдено, його збережено як '%'."),
        .goesOnSalvaged: .fixed("Наступний запуск продовжить із тим, що вціліло."),
    ]

    package static let korean: [StorePhrase: PhraseText] = [
        .damagedFile: .filled("'%' 파일이 손상되었습니다."),
        .damagedFileAsFound: .filled("'%' 파일이 손상되어 있습니다. 다음에 쓰는 명령이 따로 보관하고 온전한 내용을 복구합니다."),
        .damagedFileAside: .filled("발견된 상태의 파일은 '%'에 보관되어 있습니다."),
        .goesOnSalvaged: .fixed("다음 실행은 복구된 내용으로 계속합니다."),
    ]
}
