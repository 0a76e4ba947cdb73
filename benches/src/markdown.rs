//! Tables that read well as Markdown and in a terminal.

/// A table with its columns aligned: the first to the left, the others to the right.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let count = |text: &str| text.chars().count();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| count(cell));
        cells.chain([count(head[column]), 3]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    let rule = widths.iter().enumerate().map(|(column, &width)| {
        if column == 0 { "-".repeat(width) } else { format!("{}:", "-".repeat(width - 1)) }
    });
    let mut text = line(&head.iter().map(|&h| h.to_owned()).collect::<Vec<_>>());
    text += &line(&rule.collect::<Vec<_>>());
    rows.iter().for_each(|row| text += &line(row));
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["ray".to_owned(), "12".to_owned()], vec!["sphere".to_owned(), "3".to_owned()]];
        let text = super::table(&["what", "ns"], &rows);
        assert_eq!(text, "| what   |  ns |\n| ------ | --: |\n| ray    |  12 |\n| sphere |   3 |\n");
    }
}
